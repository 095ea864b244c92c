"""The referee: rule books, matches, the rehearsal table and the window."""
