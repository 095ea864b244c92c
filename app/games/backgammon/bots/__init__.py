"""Players of backgammon: a careful one and one that takes any legal turn; and their mischief."""
