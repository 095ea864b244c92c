"""The eye: from frames to what lies on the table, in millimetres, with its uncertainty."""
