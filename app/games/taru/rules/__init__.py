"""The rules of Taru: one small function a rule, grouped by part of the book."""
