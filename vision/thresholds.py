"""The thresholds of the reader: every number that decides what is read, with its unit and why, in the order of the
ladder (`vision.ladder`). Formats of the networks and places on cards stand in `vision.index`, `vision.sizes`.

A class is a look, or what comes of looks; `CERTAIN` and the like belong to it. What holds for several of them stands
once, above all: `SURE`.
"""

from __future__ import annotations

from typing import Final

SURE: Final = 0.98
"""A belief from this on leaves no doubt: the index is not looked at again, and speaks for others."""


class Beliefs:
    """What one index may be, and how looks join (`vision.index.beliefs`): probabilities."""

    LEAST: Final = 1e-6
    """No look at an index gives a card less than this, so that none alone excludes one."""
    LEAST_SHARE: Final = 1e-30
    """The same for an index of a card whose other index is seen: small enough to tell nothing by itself."""
    GUESS: Final = 0.8
    """What the cards of a guess share: never enough to be believed."""
    TOLD: Final = 0.005
    """Candidates below this probability are not passed on."""
    MOST_TOLD: Final = 8
    """So many candidates of a reading, the most probable first, are passed on."""


class Indices:
    """Poses and crops of indices (`vision.index.poses`): heights of an index unless told."""

    MOST_HALVINGS: Final = 6
    """No picture is halved more often before a crop is cut from it."""
    ASIDE: Final = 0.25
    """Two poses nearer than this across, and..."""
    ALONG: Final = 0.45
    """... than this along are one index."""
    ALIKE: Final = 1.4
    """Indices side by side in a fan are of one height but for this factor: what is lower is a part of an index."""
    MOST_PEAKS: Final = 1000
    """So many peaks of heat, the highest first, are compared: cloth or noise has more of them than memory has room."""
    LONGEST: Final = 32_000
    """OpenCV warps no picture with a longer side, pixels."""


class Search:
    """Where indices are, in a picture of known or unknown scale (`vision.reader.reader`): detector and classifier."""

    BEST_HEIGHT: Final = 22.0
    """Height of an index at which the detector sees best, pixels."""
    THRESHOLD: Final = 0.3
    """Heat, 0…1, from which on an index is looked at on a known plane, and..."""
    THRESHOLD_UNKNOWN: Final = 0.25
    """... in a photograph, where half of it may be covered."""
    MOST_INDICES: Final = 400
    """So many poses, the best first, are looked at in one picture: a whole pack, both indices, at four scales."""
    PLAIN: Final = 0.995
    """An index whose likeliest answer at the pose that shows it best reaches this is not named at another one."""
    NO_DOUBT: Final = 0.97
    """An index whose likeliest answer falls short of this is looked at again."""
    LEAST_HEIGHT: Final = 8.5
    """Height of the smallest index that the detector finds, pixels."""
    SMALL: Final = 3 * LEAST_HEIGHT
    """Height, pixels, of what a finer look at a large photograph is for: larger ones were found before."""
    MOST_SMALL: Final = 32
    """So many poses, the best first, are looked at in one tile of it."""
    ENOUGH: Final = 3
    """So many cards read surely tell how large the cards of a photograph are: then..."""
    ALIKE: Final = 2.0
    """... none is seen smaller than another by more than this factor."""
    FEW: Final = 8
    """So many poses are named to see whether there is a small card."""
    LEAST_SIDE: Final = 100
    """A photograph is not made smaller than this, pixels of its shorter side: no card in it would show an index."""
    MOST_PIXELS: Final = 13_000_000
    """A picture with more is searched no finer than this: what is finer takes seconds and memory."""
    UPSCALE_BELOW: Final = 800
    """A photograph whose longer side is shorter than this, pixels, is searched enlarged, too."""
    BATCH: Final = 64
    """So many crops go through a network at once: more take memory and save no time."""
    SUITS_OF_PIPS: Final = 0.5
    """Of a whole card the suit is told more surely than it is known, for all black pips look alike when they are small:
    its probabilities are taken to this power."""
    TRIES: Final = ((0.0, 0.0, 0.0, 1.0), (0.03, 0.02, 0.05, 1.07), (-0.03, -0.02, -0.05, 0.94))
    """Poses tried for each index: shift across and down in index heights, turn in radians, height."""


class Clearing:
    """Photographs that are dark, noisy or out of focus (`vision.reader.restoration`)."""

    STRIPS: Final = (6, 16)
    """A picture is judged by so many strips of so many rows, spread over its height."""
    LIGHT: Final = 95.0
    """The light in a picture is its brightest channel's value at this percentile."""
    PAPER: Final = 0.5
    """Brighter than this share of the light is the paper of cards, and what is as bright."""
    NOISY: Final = 0.04
    """Standard deviation of the noise on paper, as a share of the light, from which on a dark picture is smoothed."""
    SMOOTH: Final = 1.0
    """Standard deviation of the Gaussian that smoothes it, pixels."""
    DARK: Final = 125.0
    """A picture with less light than this, grey levels, is brightened, if it is noisy, to..."""
    BRIGHT: Final = 155.0
    """... this."""
    FLAT: Final = (25.0, 0.3186)
    """A percentile, and how many standard deviations normal noise has there: below it is paper without print."""
    EDGES: Final = 98.0
    """Edges are what is as steep as this percentile of all pixels, and..."""
    STEEP: Final = 2
    """... no less than this, grey levels on a pixel."""
    OUT_OF_FOCUS: Final = 1.5
    """Edges blurred by more than this are sharpened: a Gaussian's standard deviation, pixels."""
    ALL_BLUR: Final = 4.0
    """Edges blurred by more than this are as well seen in a picture of half the size."""
    LEAST_SIDE: Final = 64
    """A picture with a shorter side is not made smaller, nor sharpened, pixels."""
    OF_LENS: Final = 0.75
    """So much of the blur of edges is undone: in a sharp picture, too, edges are not of one pixel's width."""
    NOISE_POWER: Final = 0.01
    """Power of noise as a share of that of the picture, at every frequency."""
    TILE: Final = 512
    """Sharpened in squares of this side, so that a huge picture takes no more memory, pixels."""


class Tiles:
    """Finer looks at large photographs (`vision.reader.large_photographs`)."""

    SEARCHED: Final = 1_500_000
    """A photograph of more pixels is halved before it is searched."""
    SIDE: Final = 640
    """Width and height of a tile, pixels."""
    OVERLAP: Final = 24
    """So much wider and higher a tile is looked at, so that none cuts what is small in two; pixels on either side."""
    MOST_TILES: Final = (5, 2)
    """So many tiles are looked at in a picture twice as wide and high, and in finer ones: there only cards of a
    fiftieth of the picture's height are to be found."""
    AROUND: Final = 9
    """Print stands out from what is around it by so many pixels, odd."""
    PLAIN: Final = 12
    """Where nothing stands out by so much there is no print; grey levels."""
    SHOWN: Final = 99.5
    """A tile shows as much as this percentile of its pixels stands out."""


class Stretched:
    """Photographs taken from low (`vision.reader.oblique_photographs`)."""

    STRETCH: Final = 1.5
    """A picture is made so many times as high."""
    SCORED: Final = 0.4
    """What the detector gave so much, 0…1, may be an index."""
    DOUBTS: Final = 0.5
    """So many that may be an index and were named none, for each that surely is one, are many."""


class RackedIndices:
    """Where racked cards have their indices (`vision.holders.indices`)."""

    SCALE: Final = 16.0
    """Indices of this height, mm, are looked for where nothing is known of the pack, and..."""
    SPAN: Final = 2.0
    """... those up to so many times lower and higher: rank and suit one beside the other, or a jumbo index."""
    OTHER_SCALE: Final = 0.2
    """A pack whose indices are so much lower or higher (logarithm) is looked at for its own height, too, but..."""
    SCALES: Final = (11.0, 32.0)
    """... for none below the first and none above the second, mm; and where..."""
    SEEN_WELL: Final = 0.6
    """... the detector's mean score is not below this, that may be the better look."""
    OF_ONE_HEIGHT: Final = 0.15
    """Heights that differ by less than this (logarithm) from a pack's usual one are alike."""
    BETWEEN: Final = 24
    """Rows between the strips of two holders where both are looked at as one picture."""
    UNLIKE: Final = 0.3
    """An index whose height differs by more than this (logarithm) from the pack's is odd."""
    LEAST_FOR_SHAPE: Final = 4
    """So many indices must be seen to tell the pack's shape."""
    MANY_FOR_SHAPE: Final = 12
    """So many always tell it anew; fewer only where no more told it before: of those found in two holders that are
    nearly empty several may be pips."""
    WITHIN: Final = 1.6
    """How far the places of a pack's indices scatter, mm."""
    HABIT: Final = 3.0
    """How far from the shape known before a pack's place may well be, mm; and..."""
    HABIT_WEIGHT: Final = (1.0, 6.0)
    """... how many indices that knowledge outweighs, at least and at most."""
    ASIDE: Final = 4.8
    """How far an index usually stands from its place in the slot at most, mm; and..."""
    FAR_ASIDE: Final = 7.0
    """... how far it may: of some packs the courts, or all cards but a few, have a frame around them, and their indices
    stand farther to the right."""
    BESIDE: Final = 10.0
    """... and how far one that is clearly an index: a card may stand half beside its slot."""
    JOKER_ASIDE: Final = (1.5, 3.5)
    """How much nearer to its card's edge, mm, a joker's letters stand than the pack's indices, and where the card
    stands a little left of its place;..."""
    JOKER_HEIGHT: Final = 1.2
    """... how many times higher they may be, and..."""
    JOKER_DOWN: Final = 2.0
    """... how much farther down, mm."""
    CLEAR: Final = 0.6
    """The least score of one that is clearly an index;..."""
    ALIKE: Final = 0.6
    """... how unlike the pack's it is at most, the sum of what its depth (sixths of a mm) and its height (logarithm)
    differ by; and..."""
    ROOM: Final = 13.0
    """... how far from it another index stands at least, mm: a card too many stands nearer to its neighbours."""
    TOPS: Final = (-9.0, 12.0)
    """Distances of an index's upper end from the upper edge of a card pushed right in that are possible, mm: not every
    card is pushed in."""
    SLANT: Final = 0.7
    """A racked card stands nearly upright, but the detector errs much about the angle of a jumbo index; and..."""
    LEAN: Final = 0.3
    """... above this what it says of the angle is left out."""
    TRUST: Final = 0.7
    """Each card stands a little askew, and the detector errs a little: this share is kept of the place that it saw,
    and..."""
    SLANT_TRUST: Final = 0.3
    """... this of the angle, against those that the pack's shape tells."""
    HIGHER: Final = 4.0
    """How much higher a card that is not pushed in is looked for, mm."""


class FilledSlots:
    """Which slots of a holder hold a card (`vision.holders.slots`, `vision.holders.racking`)."""

    NOT_HERE: Final = 0.1
    """What shows no card with more than this does not show where its index is: another pose does better."""
    EMPTY: Final = 0.9
    """A slot whose belief gives this much to "no card" is empty, whatever the detector saw there: it seldom errs.
    Rather a card that is asked about than one that is overlooked."""
    EMPTY_UNFOUND: Final = 0.25
    """The same where the detector saw no index and the place alone was asked about."""
    JOKER_UNLIKELY: Final = 0.9995
    """What shows no card with at least this is looked at for no joker: of 193 jokers that the detector had not seen in
    simulated holders none showed none so surely, 953 of 1332 empty slots did. Else..."""
    JOKER_LIKELY: Final = 0.5
    """... it holds one that is read there with this probability: of those empty slots none was."""
    BARE: Final = 2
    """A holder with so few cards will be racked anew."""
    FULL_ENOUGH: Final = 8
    """Fewer cards do not tell how their edges look."""
    LIKE_EDGES: Final = 0.3
    """Of 2052 racked cards of 18 packs 99.9 % had an edge above this share of the usual one, of 288 empty slots 22
    %."""
    EDGE_WITHIN: Final = 2.2
    """How far a card's edge may stand from its slot's, mm, and..."""
    BELOW_TOP: Final = 4.0
    """... how far below the upper edge it is looked for, mm."""
    PLAYED_FROM: Final = 2
    """So many cards lie there at least when one was played: the turn-up and that card."""


class MorePoses:
    """An index in doubt, named at many poses (`vision.reader.more_poses`)."""

    COUNT: Final = 16
    """So many looks at it: the mean of 16 errs far less than one."""
    SHIFT: Final = 0.08
    """They are shifted by so much of its height at most,..."""
    TURN: Final = 0.05
    """... turned by so many radians, and..."""
    HEIGHTS: Final = (0.87, 1.3)
    """... so many times as high, least and most."""
    RATIO: Final = 1.16730397826
    """Positive root of x^5 = x + 1: its powers spread points evenly in four dimensions (M. Roberts, 2018)."""


class SuitLarger:
    """A suit in doubt, looked at alone and larger (`vision.reader.suit_looks`)."""

    THERE: Final = 0.1
    """What is less probably a card than this is not looked at again."""
    LEAST_HEIGHT: Final = 16.0
    """Height in pixels of the smallest index whose suit shows more when it is made larger."""
    FLOOR: Final = 0.25
    """What a closer look leaves to each suit: it settles what leans its way, and no more. A spade into which the tail
    of a Q hangs looks like a club from near."""
    LOWER_PART: Final = (0.0, 0.36, 0.0, 0.4)
    """How to move a pose so that the lower part of the suit fills the crop."""


class Strips:
    """What a racked card shows beside its index (`vision.holders.strips`)."""

    THERE: Final = 0.3
    """What is less probably a card than this is not looked at again."""
    TRUST: Final = 0.9
    """What such a look counts for: the index said something, too."""
    TELLS: Final = 0.25
    """To this power probabilities of a strip as it is are taken, and..."""
    BESIDE_TELLS: Final = 0.5
    """... to this those of one with its index covered: both count twice, and as it is a strip shows the index once
    more."""
    PLAIN: Final = 0.999
    """A card that has this share of the belief is not asked whether its strip contradicts it."""
    CONTRADICTS: Final = (0.9, 0.8)
    """A suit that the strip as it is and the one with its index covered give so much to is another card's. Of 11,365
    racked cards that were sure, most in little light, that doubts 1 of 10 that were wrong, and 10 that were right."""
    LEFT: Final = 0.8
    """Of what a card and the other one of its rank have, it then keeps so much."""
    COURT: Final = 0.8
    """A strip that gives so much to courts, as it is and with its index covered, shows a court's picture. Of 17,086
    racked cards of 44 packs that were surely read as others than courts, in good light, out of focus or dim, six were
    wrong, all of them queens whose D was a 10: all six had 0.9 and more in both looks; of the right ones 5."""
    LIKELY_COURT: Final = 0.5
    """So does one that gives them this, and no more than...."""
    NOT_NAMED: Final = 0.02
    """... this to the rank that the index is named."""
    EIGHT_COURT: Final = 0.05
    """An 8 in a pack of which no jack is surely read may be the B of one: there so little of a court's picture is
    enough. Of 12 such jacks of a Russian pack, six of which were surely read as eights, that doubts all, and of 110
    eights of 16 packs, among whose cards no jack was surely read, one."""
    NUMBER_LEFT: Final = 0.5
    """Of what a number card or ace and the courts of its suit have, it then keeps so much, and..."""
    WAVERING: Final = 1e-3
    """... each of these at least so much as a weight of its own, for a D may waver to none of them."""


class WholeCards:
    """A card seen whole (`vision.reader.whole_card_looks`)."""

    LEAST: Final = 1e-9
    """No rank gets less: a guard for logarithms and quotients."""
    LEAST_ACROSS: Final = 1.2
    """Indices nearer than this, in their heights, across the card are at one side of it."""
    THERE: Final = 0.5
    """What is less probably a card than this is not looked at whole."""
    TRUST: Final = 0.9
    """What the look at a whole card counts for: the indices said something, too."""
    NAMED: Final = 0.7
    """What indices name less surely is not contradicted, but joined."""
    SEEN: Final = 0.5
    """A look that sees a card with less than this contradicts nothing."""
    NOTHING_OF_IT: Final = 0.01
    """It contradicts what gets less than this share of what it sees."""
    COURT: Final = 0.7
    """From this on it surely sees the picture of a court."""
    AROUND: Final = 0.7
    """A card reaches beyond the middles of its opposite indices: the frame's half and a little, shares of its sides."""
    STILL: Final = 0.1
    """So much the indices that it contradicts still say of the rank."""
    WAVERING: Final = 1e-3
    """What they say of other ranks tells something where it is no less than this."""
    SOFT: Final = 0.5
    """What it sees is then taken to this power."""


class Likeness:
    """Comparison with the other cards of the pack (`vision.reader.pack_likeness`)."""

    CLEAR: Final = 0.9
    """Rank or suit of an index that is at least so probable tells how its like look; and..."""
    THERE: Final = 0.8
    """... one that is there with at least this."""
    LEAST: Final = 1e-12
    """No card gets less: a guard for logarithms and quotients."""
    FLOOR: Final = -10.0
    """Logarithms of probabilities below this are all alike."""
    SPREAD: Final = 1.0
    """Mean square by which those logarithms scatter among indices of one rank or suit of a pack."""
    MOST: Final = 4.0
    """Likeness speaks for one rank or suit against another with this at most, a logarithm of odds."""
    FAR: Final = 3.0
    """Mean square from which on an index is strange to a rank or suit."""
    SUITS_NEAR: Final = 0.3
    """How far away two suits are is compared by their mean squares' ratio, this added to each, to..."""
    SUITS_WEIGHT: Final = 2.0
    """... this power: of two that are both far, neither is much more probable."""
    MOST_OF_OTHERS: Final = 1.5
    """The most for which likeness of other looks at the same cards speaks; and..."""
    UNKNOWN: Final = 1.0
    """... what it takes from a rank or suit of which none is clear, logarithms of odds."""
    LEAST_TOLD: Final = 1e-4
    """Looks beside an index are not believed when they exclude more than this."""
    OWN_SCATTER: Final = (0.3, 6.0)
    """Scatter of what is seen of one rank or suit of a pack, as a share of that of all its indices, where its clear
    ones do not tell; and how many of those such knowledge outweighs."""
    LEAST_SCATTER: Final = 0.02
    """No number scatters less than this share of the mean of all."""
    SEEN_NEAR: Final = 1.5
    """Mean square, in units of that scatter, below which what is seen speaks for a rank or suit. Above, it is silent:
    what is hidden or printed over looks like nothing else, and is all the same what it is."""
    SEEN_WEIGHT: Final = 2.0
    """Logarithm of odds that each unit less is worth, and the most that counts."""


class Remembered:
    """Likeness to indices of the pack in deals before (`vision.packs.pack_memory`). Chosen on ten packs by others,
    three of them German (docs/reading.md, What is learned while people play)."""

    INDICES: Final = 416
    """So many of the last are remembered: both holders of 16 deals, or what was laid in four."""
    ENOUGH: Final = 26
    """Fewer tell nothing."""
    SHRINKAGE: Final = 0.3
    """Their scatter is mixed with so much of a round one."""
    LATELY: Final = 26
    """Of so many clear ones that were seen of late, and..."""
    COMPARED: Final = 5
    """... of no fewer than these, ..."""
    RACKED_FITS: Final = 0.35
    """... the median must be no farther than this from the nearest rank in a holder, ..."""
    LAID_FITS: Final = 0.5
    """... this on the play area, ..."""
    SUIT_FITS: Final = 0.5
    """... this from the nearest suit, and..."""
    CONTRADICTED: Final = 1
    """... no more of them nearest to another rank than they are of: else it is another pack."""
    RACKED_REACH: Final = 0.8
    """What is farther than this from all ranks in a holder, ..."""
    LAID_REACH: Final = 1.0
    """... this on the play area, ..."""
    SUIT_REACH: Final = 1.0
    """... or this from all suits is not known; but..."""
    FARTHEST: Final = 2.0
    """... up to here it is doubted where it is read as one to which another is nearer, by..."""
    DOUBT: Final = 1.6
    """... this, a logarithm of odds."""
    WEIGHT: Final = 4.0
    """Logarithm of odds that each unit farther is worth, and..."""
    MOST: Final = 5.0
    """... the most that counts."""


class Wavering:
    """How far comparison is believed where a pack's indices waver (`vision.holders.wavering`)."""

    LEAST: Final = 1e-12
    """No card gets less: a guard for logarithms and quotients."""
    THERE: Final = 0.8
    """An index that shows a rank and a suit with less says nothing of others."""
    MIXED: Final = 0.03
    """Two ranks, or suits, are mixed up from this on: the mean of what the less likely of the two has of both. Then of
    what likeness says..."""
    UNTOLD: Final = 0.3
    """... this share does not count, and..."""
    COOLER: Final = 10.0
    """... the logarithms of odds are divided by 1 and so many times that mean, but..."""
    MOST: Final = 2.0
    """... by this at most. Chosen on deals of 34 packs kept out (`vision.training.packs.packs --unseen`, seeds 41 and
    42), first looks, all weighed together: in little light 19 of 7,930 cards were wrong that were sure, 5 are; in good
    light 5 of 4,680, none is; 942 and 411 were in doubt, 1265 and 507 are."""


class Photo:
    """From the indices in a photograph to its cards (`vision.reader.photograph_cards`): lengths are heights of an
    index."""

    CERTAIN: Final = 0.7
    """A card is named in a photograph from this probability on."""
    DOUBTFUL: Final = 0.3
    """Between this and `CERTAIN` a card is doubtful."""
    NAMES: Final = 0.5
    """From this probability on a sighting names a card."""
    LOOKED_AT: Final = 0.1
    """A sighting is looked at from this probability on that there is any card."""
    TURN: Final = 0.35
    """The two indices of a card look opposite ways, but for perspective: radians."""
    HEIGHTS: Final = 1.6
    """Perspective makes one of them larger than the other by this factor at most."""
    ACROSS: Final = 4.2
    """How far apart the indices of a card are across it at most (0 in packs of four indices), and..."""
    DOWN: Final = (1.3, 6.0)
    """... along it, least and most: an index is 14 to 32 mm high, a card 88 mm."""
    LEVEL: Final = 1.0
    """Two indices side by side are no more than this above each other, but for perspective."""
    USUAL: Final = (2.8, 3.6)
    """Where the other index is in most packs, as far as nothing else in the photograph tells."""
    TOLERANCE: Final = 0.9
    """Indices that are this near to where the other one is in this pack are of one card."""
    MANY: Final = 4
    """Where so many pairs tell how far apart the indices of a card are, one of them alone is not believed."""
    LIKE_OTHERS: Final = 0.3
    """Cards in one photograph look about equally large, prints on other things do not: how the height of an index
    scatters (logarithm) around the nearest of those that are sure."""
    ONE_CARD: Final = 6.0
    """Indices farther apart than this, in their heights, are on two cards."""
    ONE_MIDDLE: Final = 2.0
    """Cards whose middles are farther apart than this are two; in packs of four indices two of them may lie at one
    side."""
    AGREE: Final = 0.004
    """Two sightings that waver are of one card only if the probability that both show the same is above this. Of two
    cards out of a pack it is 1 in 52; where there is one card at all, its second index is there more often than
    another's."""
    SAME: Final = 0.02
    """The same for sightings that cannot be paired."""
    JOKERS_TO_WORDS: Final = 0.05
    """What looks like a joker's word is far more often print of another kind than on a table of cards."""
    APART: Final = 0.5
    """Sightings nearer than this, in their heights, may be of one index."""
    THERE: Final = 0.5
    """The lower index of a card stands no farther from its place than this, index heights."""
    DOUBT: Final = 1e-4
    """So much of each belief is spread over all cards: no index is quite sure."""
    MOST_INDICES: Final = 4
    """A card has no more indices."""
    WORD: Final = 1e-3
    """A rival below this is not worth a word."""


class LoneLetters:
    """Letters that stand for one rank or for another (`vision.reader.lone_letters`)."""

    LIKE_A_JACK: Final = 0.01
    """From this share on an 8 looks a little like a jack. Of 586 jacks with a B in 30 packs of kept-out typefaces 8
    were named 8 with 0.7 and more, all with that share; of 193 eights of English packs, in the same typefaces, 10 had
    it."""
    LEFT: Final = 0.5
    """Of what such an 8 and its jack have the 8 keeps so much, and a jack that may be a queen."""
    LETTER: Final = 0.9
    """From this on a letter is surely seen."""
    SURELY: Final = 0.99
    """From this on a letter is seen that nothing else in the picture speaks for."""
    KNAVES_SPEAK: Final = 0.2
    """What may be a Kn, in all cards, speaks from this on for a Scandinavian pack that shows no plain J. There..."""
    MAY_BE_KNAVE: Final = 0.01
    """... what is read as a king may be a Kn from this on. Of 12 kings and 12 jacks of a pack whose n is small, in
    holders, one king had so much, and all jacks; on the play area 7 of 8 of those jacks' indices."""
    SPEAKS: Final = 0.5
    """A country's letters must be seen so often, in cards, that they tell whose pack it is, and..."""
    OUTVOTED: Final = 2
    """... so many times as often as those that speak against it."""
    EITHER: Final = 0.3
    """What is read as a jack in a Dutch pack has a B or a V: which, where both together have so much."""
    ASKED: Final = 0.01
    """In a photograph an index is asked for its letter of which a jack and a king have so much."""
    NAMED: Final = 0.5
    """An index of which a jack has more is read as one."""
    QUEEN: Final = 0.9
    """From this on an index is surely a queen's: then the pack has a letter for it that is known."""
    PLAIN: Final = 0.999
    """Jacks that all have this much have a J, not a letter that stands for others elsewhere. Of 162 jacks in six
    English packs of usual type none has less, of V and B nearly all."""
    CLEAR: Final = 0.9
    """Other indices that have so much of their rank tell how alike those of one rank are."""
    UNLIKE: Final = 1.2
    """Two jacks that are less alike than usual by this factor (mean squares) may have two letters. Of 384 tables of 32
    packs, most of kept-out typefaces, 16 cards of Dutch ones were silently wrong, none is; of the others 25 cards more
    are asked about, none of an English one."""
    NEARLY_ALL: Final = 20
    """Among so many cards that are clear there are queens, if their letter is known."""
    LEAST_SPREAD: Final = 1e-3
    """What is seen of indices that are all alike is not divided by less."""


class CardAngle:
    """How a card lies, by its edges (`vision.watch.card_angle`)."""

    BINS: Final = 180
    """Directions told apart in a quarter turn: half a degree each."""
    SEARCH: Final = 0.5
    """How far the angle may be from the one that was guessed, radians."""
    DOUBT: Final = 0.35
    """Width of the belief in the guessed angle, radians."""


class PlayArea:
    """From indices on the play area to cards (`vision.watch.play_area`): mm and radians."""

    FROM_SIDE: Final = 5.6
    """An index's middle from the card's side, and..."""
    FROM_TOP: Final = 3.5
    """... its upper end from the card's upper edge, in most packs."""
    OTHER_SCALE: Final = 0.14
    """Where nothing is read, a pack whose indices are so much lower or higher (logarithm) than those that are looked
    for is looked at for its own height, too."""
    OTHER_HEIGHT: Final = 0.45
    """Two indices of which one is so much lower (logarithm) tell not together where a card lies: of that one a part
    alone was found."""
    SAME_MIDDLE: Final = 15.0
    """Two indices whose cards' middles are nearer to each other than this may be of one card."""
    SAME_PLACE: Final = 8.0
    """Two sightings of one index lie closer together than this, mm."""
    SAME_ANGLE: Final = 0.35
    """The two indices of a card stand on their heads to each other, but for this."""
    SAME_WAY: Final = 0.6
    """Two indices of one place look the same way, but for this."""
    PARALLEL: Final = 0.12
    """Two indices on one side of a card are this near to parallel, and..."""
    ASTRAY: Final = 5.0
    """... this near to their places on it."""
    LOOSE: Final = 2.5
    """How much wider those limits are for two sightings of one name: a pack has each card once."""
    INDEX_WIDTH: Final = 3.0
    """Nearer to each other than this no two indices show, mm."""
    PRINT: Final = 7.0
    """An index is at least as broad as this, mm: one whose middle lies on it is a part of it."""
    NO_CORNER: Final = 35.0
    """Two indices that look the same way, nearer to each other than this, are not in two corners of one card, mm."""
    ROOM: Final = 14.0
    """So much around a region is looked at with it, so that its edge cuts no index."""
    EDGES: Final = 26.0
    """Radius around an index within which edges tell its card's angle."""
    EDGES_AGREE: Final = 0.07
    """Where edges at both indices of a card tell angles that differ by less, they tell its angle."""
    SEEN: Final = 0.5
    """An index whose belief in "no card" reaches this is none."""
    WEAK_JOKER: Final = 0.8
    """A joker read on a card that was read well is one from this probability on; below it, it is a court's picture."""
    NAMED: Final = 0.3
    """From this probability on a sighting's name counts."""
    SURE: Final = 0.9
    """A card read with more is read well: what contradicts it on that card is left out."""
    WEAK: Final = 0.3
    """An index below this is taken for print on a card that one index tells of, and..."""
    WEAKER: Final = 0.5
    """... below this where several do."""
    UNDER: Final = 3.0
    """Nothing is to be seen of an index whose middle lies so far inside the edges of a card laid over it, mm."""
    FINER: Final = 4
    """To be seen whole a card is rectified so many times finer than it is shown, which is some two pixels a mm."""
    AROUND_CARD: Final = 0.75
    """So far from the middle of a card, in its lengths, its indices are cut out with room around them."""
    COVERS: Final = 0.9
    """One of which so much is believed, nearer than a card is wide, covers a card or is covered by it."""


class Faceless:
    """Cards on the play area that show no index (`vision.watch.faceless_cards`): mm unless told."""

    ROOM: Final = 9.0
    """Room around a card that was read, which its shadow and a wrong guess of its place may take, and..."""
    LITTLE_ROOM: Final = 4.0
    """... where two indices told its place, so that a card laid against it is seen."""
    DIFFERS: Final = 22.0
    """Grey levels by which a colour must differ from the bare table's."""
    DIFFERS_FAINTLY: Final = 12.0
    """As many are enough for what has the shape of a whole card. Half of the table differs by 2 or 3 from what is
    known of it, in noise."""
    STANDS_OUT: Final = (16.0, 24.0, 36.0, 54.0, 80.0)
    """Grey levels by which a card may be brighter than most of the table, or of another colour: a card stands out by
    one of them as a whole."""
    ANOTHER: Final = 30.0
    """Outlines whose middles are farther apart are two cards', mm."""
    SIDES_OFF: Final = 7.0
    """How far the sides of an outline may be from a card's, mm."""
    FILLED: Final = 0.80
    """Share of its outline that a card fills at least."""
    SCALE: Final = 0.5
    """Pixels a mm at which outlines are looked for: each is the mean of four, which are taken at twice that."""
    SAMPLED: Final = 2
    """Every second pixel, each way, tells the light."""
    STILL: Final = 0.88
    """Share of a card's place that looks as before while it lies still: the next may be laid over its edge."""
    FOLLOW: Final = 0.3
    """Share by which what is known of the bare table follows what is seen of it."""
    INDEX: Final = (10.0, 18.0)
    """Where so much around a doubtful index..."""
    AS_BARE: Final = 0.97
    """... looks to this share as the table does without cards, it is printed on the cloth."""
    SHOWS_NONE: Final = 0.96
    """A card of which one end shows less than the rest to this is not guessed at."""


class Assignment:
    """Each card of the pack to one place (`vision.reader.decoder`), and the order that a holder had."""

    CERTAIN: Final = 0.98
    """A decoded card is certain from this probability on. Of 2,160 deals out of three drawn packs, each card seen in 60
    kinds of dark, blur and noise, 54,470 of 56,160 cards were, none of them wrong; from 0.95 on 3 of 55,104 were wrong,
    from 0.9 on 23 of 55,544. Before decoding 31 of the 55,121 cards were wrong that the reader gave 0.9 or more."""
    ASK: Final = 0.15
    """Between this and `CERTAIN` a person can tell which of a few it is; below it a question would offer guesses, and
    the card must be shown better (as `whist.table.seen.last_seen` has it)."""
    DOUBT: Final = 1e-4
    """So often even a belief that sounds quite sure is worth nothing: the reader knows nothing of a thumb or of
    glare."""
    CLEAR: Final = 0.5
    """Two looks at one card that name different cards with at least this contradict each other: neither is believed."""
    INDEPENDENT: Final = 0.8
    """Two indices of one card count for so much of two: what makes one hard to read may trouble the other too."""
    LEAST: Final = 1e-6
    """No look at a card excludes another one more than this."""
    FAR: Final = 1e6
    """Cost of what cannot be; far above any sum of real costs, small enough to leave their digits alone."""
    FILLED: Final = 0.1
    """Of what a belief gives to "no card" so much is left where a slot was found to be filled: else a card that looks
    like one that stands elsewhere would sooner be nothing than a card that it looks less like."""
    LIKELY: Final = 0.02
    """What the order settles must have been likely by itself: another card may have been put in its place."""
    NOT_CLEAR: Final = 0.89
    """`whist.table.seen.last_seen` takes 0.9 for clear evidence: what is not certain is told as less."""


class Contradiction:
    """What two slots that are surely one card tell, and a card that breaks the order of a holder
    (`vision.reader.contradictions`)."""

    SURE: Final = 0.9
    """What is believed with this and was not given to its slot was read wrongly. Of 305 deals out of 44 packs on which
    all that was told was right none held such a contradiction; with 0.5 one did."""
    SHARE: Final = 0.1
    """So much of what a belief gives to a card the one that it may be mistaken for gets too: enough to be asked about.
    From 0.03 to 0.3 it made no difference to any of 605 deals."""
    IN_ORDER: Final = 8
    """Fewer cards are sorted by chance."""
    UNDENIED: Final = 0.999
    """What breaks the order, but is believed with this, stands where somebody has put it. All six of 5,459 racked
    cards of sixteen packs that were surely and wrongly read had less, and so had one in eight of those read rightly."""


class Watch:
    """What has changed, what lies still, what is looked at again (`vision.watch`)."""

    MOVING: Final = 5.0
    """Grey levels by which a cell must differ from the look before to move, and..."""
    CHANGED: Final = 5.0
    """... from the settled look to have changed."""
    NOISE_FACTOR: Final = 6.0
    """A cell's difference must exceed the noise so many times, where the picture is that noisy."""
    SAMPLED: Final = 3
    """Every third cell, each way, tells how light and noisy the others are."""
    FOLLOW: Final = 0.15
    """Share by which the settled look follows slow changes of light with each still look."""
    EARLY: Final = 2
    """From so many looks on that show the same they are read, though it takes more until that is believed."""
    FACE_AROUND: Final = 14.0
    """Room around a face with cards in it that is kept, too, mm: faces bow."""
    AROUND: Final = 14.0
    """Room around a change that is read with it, mm."""
    CELLS_AROUND: Final = 5
    """Cells around a part that are read with it: 20 mm."""
    INDEX_CELLS: Final = 3
    """Cells around the middle of an index that show the whole of it."""
    DOUBT: Final = 0.97
    """A reading below this is looked at again."""
    MOST_LOOKS: Final = 5
    """A doubtful reading is looked at so many times in all."""
    LOOKS_BEFORE_ASKING: Final = 3
    """So many looks at a holder may settle what is in doubt before anybody is asked."""
    AGAIN_AFTER: Final = 0.4
    """Seconds between two looks at what is doubtful."""
    SEARCH_AFTER: Final = 2.0
    """Seconds between two searches for planes that were not found, while nothing changes."""
    MUCH: Final = 0.25
    """When this share of what is watched has changed the planes are found anew."""
    MOVED: Final = 1.5
    """A plane whose corners moved by more than this is another, pixels."""
    SETTLING: Final = 6
    """So many whole pictures at least tell where the planes are: each makes them more exact."""
