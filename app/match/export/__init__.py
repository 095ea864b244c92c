"""Records of a match that people and other programs read."""
