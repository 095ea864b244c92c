"""What every game shares: events, rulings, readings, layouts, boards, words. Standard library only."""
