// The panel of a table end: a die's face, its button, the turn light, big and small key.
// Millimetres, 3 mm thick; drill the same holes in wood instead if you like.
die = true;         // false: keys and turn light only
length = 220;
height = 80;
thick = 3;
led = 5.2;
face = 15;          // between the LEDs of a face
turn = 8.2;
die_button = 28.2;  // 30 mm buttons
big_key = 61;       // 60 mm dome
small_key = 24.2;
$fn = 60;

module hole(x, y, d) { translate([x, y, -1]) cylinder(d = d, h = thick + 2); }

module face_holes(x, y) {
    // 1 2 above, 3 4 5 in the middle, 6 7 below: the order of the shift register
    for (p = [[-1, 1], [1, 1], [-1, 0], [0, 0], [1, 0], [-1, -1], [1, -1]])
        hole(x + p[0] * face, y + p[1] * face, led);
}

difference() {
    cube([length, height, thick]);
    if (die) {
        face_holes(32, height / 2);
        hole(82, height / 2, die_button);
    }
    hole(110, height - 14, turn);
    hole(147, height / 2, big_key);
    hole(198, height / 2, small_key);
    for (x = [6, length - 6], y = [6, height - 6]) hole(x, y, 3.4);
}
