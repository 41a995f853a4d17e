// A card holder to print in plastic in place of folding one: the same face, leaning as much, with the same pocket.
// Glue the printed face and lip (sheets/holder-1.pdf, sheets/holder-2.pdf) on it. Every length is in millimetres.
//
// Each part stands on its end while it is printed and needs no support. From the command line:
//     openscad -D 'part="left"' -o left.stl holder.scad

// Which part: "left" and "right" are glued together, "whole" is for printers of 330 mm.
part = "left"; // [left, right, whole]

/* [As the reader has it: change it there (vision/sizes.py) first] */
face_width = 330;
face_height = 132;
face_tilt = 50;
lip_height = 30;
card_bottom = 8;

/* [Printing] */
// Thickness of all walls.
wall = 1.2;
// Room for the cards between face and lip: three of them, and no more than 2 (hardware/holder.py).
pocket = 1.8;
// Where the two parts meet, from the left edge of the face: not behind the join of the paper, at 190.
join = 160;
// How far the sleeve of the right part reaches into the left one, and the gap around it.
tongue = 12;
gap = 0.2;

foot = face_height * cos(face_tilt);
back = face_height * sin(face_tilt);

// The holder seen from its left end: heel at the origin, foot along x, back along y.
module triangle() {
    polygon([[0, 0], [foot, 0], [0, back]]);
}

// What is left of the triangle between two depths under its surface.
module shell(from, to) {
    difference() {
        offset(delta = -from) triangle();
        offset(delta = -to) triangle();
    }
}

// Spacer and lip, in the frame of the face: x up the face, y into it.
module lip() {
    translate([foot, 0]) rotate(180 - face_tilt) {
        translate([0, -pocket - wall / 2]) square([card_bottom, pocket + wall]);
        translate([0, -pocket - wall]) square([lip_height, wall]);
    }
}

// Nothing reaches below the table.
module profile() {
    intersection() {
        union() {
            shell(0, wall);
            lip();
        }
        translate([-face_height, 0]) square(4 * face_height);
    }
}

module body(length) {
    linear_extrude(length) profile();
}

// Begins inside the wall and comes out of it at 45 degrees, so that it can be printed without support.
module sleeve() {
    steps = 8;
    step = (wall + gap) / steps;
    for (k = [1 : steps])
        translate([0, 0, k * step]) linear_extrude(tongue) shell(wall / 2, wall + k * step);
    translate([0, 0, wall + gap]) linear_extrude(2 * tongue) shell(wall + gap, 2 * wall + gap);
}

module left() {
    body(join);
}

module right() {
    length = face_width - join;
    body(length);
    translate([0, 0, length - tongue - wall - gap]) sleeve();
}

if (part == "left") left();
else if (part == "right") right();
else body(face_width);
