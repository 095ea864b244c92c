"""What every game shares: events, rulings, readings, layouts, boards, words. Stdlib only."""
