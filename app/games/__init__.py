"""The games, one folder each; `names()` finds them."""
