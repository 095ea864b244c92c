"""Small watchers that turn observations and box events into facts; none of them knows a game."""
