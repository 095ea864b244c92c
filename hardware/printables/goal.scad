// The goal: two posts, a bar, two ladders of beams over the bar and one beam under it.
// Millimetres. Print `post()` twice (the second mirrored), `foot()` once; or turn the posts, see README.md.
part = "post"; // [post, mirrored, foot, all]

inside = 80;        // between the posts
bar_height = 40;    // from the felt to the top of the bar
above = 100;        // from the bar to the top of the posts
depth = 44;         // of a post, along the kick
width = 12;         // of a post, across it
front = 5;          // front ladder: before the bar's middle
gap = 30;           // front ladder to rear ladder: posts.py computes the speed with it
first = 8;          // first beam over the bar
pitch = 14;         // at most 16, or a ball slips between two beams
beams = 7;
under = 10;         // beam under the bar, over the felt
lamp = 5.2;         // emitter or receiver
tube = 6.4;         // with its black tube
bar = 6;            // thickness of the bar

bar_at = depth / 2 - 10;   // middle of the bar along the kick
height = bar_height + above;
$fn = 40;

module eye(along, up) {
    translate([-1, along, up]) rotate([0, 90, 0]) cylinder(d = lamp, h = width + 2);
    translate([width - 10, along, up]) rotate([0, 90, 0]) cylinder(d = tube, h = 11);
}

module ladder(along) {
    for (i = [0 : beams - 1]) eye(along, bar_height + first + i * pitch);
}

module post() {
    difference() {
        cube([width, depth, height + 6]);
        ladder(bar_at - front);
        ladder(bar_at - front + gap);
        eye(bar_at - front + gap, under);
        // channel for the wires, closed by a strip of card
        translate([-0.1, 4, 6]) cube([4, depth - 8, height - 6]);
        translate([-0.1, bar_at - bar / 2, bar_height - bar]) cube([width + 1, bar, bar]);
    }
}

module foot() {
    difference() {
        translate([-width - 10, 0, -6]) cube([inside + 2 * width + 20, depth + 14, 6]);
        translate([-width - 0.1, -0.1, -3]) cube([width + 0.2, depth + 0.2, 4]);
        translate([inside - 0.1, -0.1, -3]) cube([width + 0.2, depth + 0.2, 4]);
        translate([inside / 2 - 8.5, depth - 2, -7]) cube([17, 17, 8]); // RJ45
    }
}

if (part == "post") rotate([0, -90, 0]) post();
if (part == "mirrored") rotate([0, -90, 0]) mirror([0, 1, 0]) post();
if (part == "foot") foot();
if (part == "all") {
    translate([-width, 0, 0]) post();
    translate([inside + width, 0, 0]) mirror([1, 0, 0]) post();
    translate([-1, bar_at - bar / 2, bar_height - bar]) cube([inside + 2, bar, bar]);
    foot();
}
