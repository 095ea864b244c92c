"""From pixels to millimetres: the board without a game, pose, lens and the map between them."""
