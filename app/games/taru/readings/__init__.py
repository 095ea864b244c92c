"""From what a table shows to the plays that explain it."""
