"""The words of the sheets in each language; English is the key of every other."""

from __future__ import annotations

from typing import Final

_PLACES: Final = {
    "Southwest": "Sudovest",
    "West": "Ovest",
    "Northwest": "Nordovest",
    "Northeast": "Nordest",
    "East": "Est",
    "Southeast": "Sudest",
}

ITALIAN: Final = {
    ".": ",",  # the decimal mark
    "This ruler must measure 100 mm. If not, print again at 100 %, not fitted to the page.": (
        "Questo righello deve misurare 100 mm. Se no, ristampare al 100 %, senza adattare alla pagina."
    ),
    # marker sheets
    "Whist table: marker cards of the play area": "Tavolo da whist: marcatori dell'area di gioco",
    "far left": "lontano a sinistra",
    "far right": "lontano a destra",
    "near right": "vicino a destra",
    "near left": "vicino a sinistra",
    "{place}, seen from South": "{place}, visto da Sud",
    "middle at x {x:+.0f} mm, y {y:+.0f} mm": "centro a x {x:+.0f} mm, y {y:+.0f} mm",
    "play area": "area di gioco",
    "holder {number}": "leggio {number}",
    "North": "Nord",
    "South": "Sud",
    "holders when South deals": "i leggii quando Sud è mazziere",
    "when North deals": "quando lo è Nord",
    "Cut along the dashed lines. Lay the markers upright as South sees them, middle to middle {across:.0f} mm "
    "across and {along:.0f} mm along. The inner edge of each card then lies on the border of the play area, "
    "{side:.0f} mm square, and the camera hangs {height:.0f} mm above its middle, the upper edge of its picture "
    "to North.": (
        "Tagliare lungo le linee tratteggiate. Posare i marcatori diritti come li vede Sud, da centro a centro "
        "{across:.0f} mm in larghezza e {along:.0f} mm in profondità. Il bordo interno di ogni cartoncino sta così sul "
        "margine dell'area di gioco, un quadrato di {side:.0f} mm, e la telecamera è appesa {height:.0f} mm sopra il "
        "suo centro, col bordo superiore dell'immagine verso Nord."
    ),
    # corner template
    "Whist table: corner template, {place}": "Tavolo da whist: dima degli angoli, {place}",
    "marker card {number}": "marcatore {number}",
    "its number upright": "il numero diritto",
    "Print all four pages, cut along the dashed lines and glue them to a frame, letter beside letter, the hatched "
    "strips underneath, up to the solid line. Lay it on the table, the marker cards into its corners, close against "
    "both edges; tape the cards down and take the frame away. It fits no other way: nothing has to be measured.": (
        "Stampare tutte e quattro le pagine, tagliare lungo le linee tratteggiate e incollarle a cornice, lettera "
        "accanto a lettera, le strisce rigate sotto, fino alla linea continua. Posarla sul tavolo e mettere i "
        "marcatori nei suoi angoli, a filo dei due bordi; fissarli col nastro e togliere la cornice. Si può montare "
        "in un solo modo: non c'è niente da misurare."
    ),
    # camera
    "Whist table: hanging the camera": "Tavolo da whist: appendere la telecamera",
    "1. Which side is up": "1. Quale lato va in alto",
    "the lens, on the other side: it looks down": "l'obiettivo, dall'altra parte: guarda giù",
    "the back of the module is above": "il retro del modulo sta sopra",
    "connector and ribbon on South's side": "connettore e cavo dalla parte di Sud",
    "its picture": "la sua immagine",
    "the other way round:": "se è al contrario:",
    "2. Both ends of the ribbon, with the power off": "2. I due capi del cavo piatto, ad alimentazione staccata",
    "At the Pi pull the latch up; at the camera, whose connector lies flat, draw it out towards the ribbon. Bare "
    "contacts away from the latch, ribbon straight and fully in. Then press the latch down again at the Pi, and push "
    "it back in at the camera.": (
        "Al Pi tirare la linguetta in su; alla telecamera, dove il connettore è coricato, sfilarla verso il cavo. "
        "Contatti nudi dalla parte opposta alla linguetta, cavo diritto e fino in fondo. Poi riabbassare la linguetta "
        "al Pi, e rispingerla dentro alla telecamera."
    ),
    "at the camera": "alla telecamera",
    "15 contacts": "15 contatti",
    "latch": "linguetta",
    "stiffener up": "rinforzo in alto",
    "contacts to the board": "contatti verso la scheda",
    "15 contacts; socket CAMERA": "15 contatti; connettore CAMERA",
    "22 contacts, the narrow end; either socket": "22 contatti, capo stretto; un connettore o l'altro",
    "bare contacts face the HDMI sockets": "contatti nudi verso le prese HDMI",
    "bare contacts face the Ethernet socket": "contatti nudi verso la presa Ethernet",
    "3. Level it with a playing card and a thread": "3. Metterla in piano con una carta e un filo",
    "at most {mm:.0f} mm": "al più {mm:.0f} mm",
    "arm": "braccio",
    "lens": "obiettivo",
    "cardboard": "cartone",
    "Fasten the module to a piece of cardboard of 6 × 6 cm, its connector in a cut-out, and that under the arm, lens "
    "down.": (
        "Fissare il modulo a un pezzo di cartone di 6 × 6 cm, il connettore in un'apertura, e il cartone sotto il "
        "braccio, con l'obiettivo in giù."
    ),
    "Hold the short edge of a playing card against the front of the module, beside the lens.": (
        "Appoggiare il lato corto di una carta da gioco al fronte del modulo, accanto all'obiettivo."
    ),
    "Let a thread with a nut hang from the arm, close to the card's long edge.": (
        "Far pendere dal braccio un filo con un dado, vicino al lato lungo della carta."
    ),
    "Tilt it with folded paper under one edge of the cardboard until thread and edge run side by side: at the lower "
    "end of the card they may be {mm:.0f} mm apart.": (
        "Inclinarla con carta piegata sotto un bordo del cartone finché filo e bordo corrono affiancati: in fondo alla "
        "carta possono distare {mm:.0f} mm."
    ),
    "Do the same with the card turned a quarter: once along the arm, once across it.": (
        "Rifarlo con la carta girata di un quarto: una volta lungo il braccio, una volta di traverso."
    ),
    "Then hold the thread at the lens: the nut must hang over the middle of the play area, up to {cm:.0f} cm off where "
    "the lens is {high:.0f} mm high, {least:.0f} cm at {low:.0f} mm.": (
        "Poi tenere il filo all'obiettivo: il dado deve pendere sul centro dell'area di gioco, al più {cm:.0f} cm di "
        "scarto con l'obiettivo a {high:.0f} mm di altezza, {least:.0f} cm a {low:.0f} mm."
    ),
    "Whist table: holder {number}, left part": "Tavolo da whist: leggio {number}, parte sinistra",
    "Whist table: holder {number}, right part": "Tavolo da whist: leggio {number}, parte destra",
    "The lip covers this part.": "Il labbro copre questa parte.",
    "Spacer, {height:.0f} mm high: the cards stand on it.": (
        "Distanziale, alto {height:.0f} mm: le carte vi poggiano sopra."
    ),
    "Lip of holder {number}, beside {person}": "Labbro del leggio {number}, accanto a {person}",
    "Lip of holder {number}, of a computer player": "Labbro del leggio {number}, di un giocatore del computer",
    "Cut along the dashed lines. Glue the hatched strips of the right part under the left part, up to the solid "
    "line: face and lip are then {width:.0f} mm wide. Glue the face on cardboard, and the lip on a strip of "
    "cardboard in front of the spacer. The grey lines are the left edges of cards 1 to 13; each card overlaps "
    "the one on its left.": (
        "Tagliare lungo le linee tratteggiate. Incollare le strisce rigate della parte destra sotto la parte sinistra, "
        "fino alla linea continua: fronte e labbro sono allora larghi {width:.0f} mm. Incollare il fronte sul cartone "
        "e il labbro su una striscia di cartone davanti al distanziale. Le linee grigie sono i bordi sinistri delle "
        "carte da 1 a 13; ogni carta copre in parte quella alla sua sinistra."
    ),
    # holder plan
    "Whist table: cutting plan of a holder": "Tavolo da whist: piano di taglio di un leggio",
    "Whist table: templates of a holder, true to scale": "Tavolo da whist: sagome di un leggio, in scala reale",
    "Plain cardboard, drawn 1 : {scale:.0f}, lengths in mm": "Cartone semplice, scala 1 : {scale:.0f}, misure in mm",
    "A 33 cm pizza box, opened flat, drawn 1 : {scale:.0f}": (
        "Una scatola da pizza da 33 cm aperta, scala 1 : {scale:.0f}"
    ),
    "face": "fronte",
    "back": "schiena",
    "foot": "piede",
    "flap": "lembo",
    "lip": "labbro",
    "spacer": "distanziale",
    "bottom of the box": "fondo della scatola",
    "lid": "coperchio",
    "rear wall": "parete posteriore",
    "1 lip  2 spacer: {lip:.0f} and {spacer:.0f} mm wide": (
        "1 labbro  2 distanziale: larghi {lip:.0f} e {spacer:.0f} mm"
    ),
    "the box's own crease": "la piega della scatola",
    "Dashed: cut. Dash and dot: a fold. You see the outside: score on the other side, the inside, and fold away from "
    "you, towards the score.": (
        "Tratteggio: tagliare. Tratto e punto: una piega. Si vede l'esterno: incidere sull'altro lato, quello "
        "interno, e piegare allontanando da sé, verso l'incisione."
    ),
    "Each holder needs one strip, one lip, one spacer and three ribs. The printed side of a pizza box goes inside. In "
    "the box the flap takes the crease between panel and wall, so that one fold is there already: one holder comes "
    "from the bottom, the other from the lid, lips and spacers from the side walls, the ribs ({wide:.0f} × {tall:.0f} "
    "mm, next page) from a second box. A wall lower than {least:.0f} mm gives no lip: take it from that one, too. The "
    "spacer makes the pocket, {thin} to {thick} mm deep; thicker, and lip and cards no longer lie in one plane for "
    "the camera.": (
        "Ogni leggio vuole una striscia, un labbro, un distanziale e tre costole. Il lato stampato della scatola va "
        "all'interno. Nella scatola il lembo usa la piega fra pannello e parete, così una piega c'è già: un leggio "
        "viene dal fondo, l'altro dal coperchio, labbri e distanziali dalle pareti laterali, le costole ({wide:.0f} × "
        "{tall:.0f} mm, pagina seguente) da una seconda scatola. Una parete più bassa di {least:.0f} mm non dà il "
        "labbro: prendere anche quello dalla seconda. Il distanziale fa la tasca, profonda da {thin} a {thick} mm; "
        "se è di più, labbro e carte non stanno più su un piano per la telecamera."
    ),
    "Score on the inside with a blunt knife along a ruler, and fold towards the score.": (
        "Incidere all'interno con un coltello smussato e un righello, e piegare verso l'incisione."
    ),
    "Rib: cut three of cardboard, glue them inside, 20 mm from each end and in the middle.": (
        "Costola: tagliarne tre di cartone, incollarle dentro, a 20 mm da ogni estremità e al centro."
    ),
    "Rib: {angle:.0f}°": "Costola: {angle:.0f}°",
    "face side": "lato fronte",
    "Fold gauges: lay them along the strip, one after the other, and mark the folds on both sides of the cardboard.": (
        "Dime di piega: posarle lungo la striscia, una dopo l'altra, e segnare le pieghe sui due lati del cartone."
    ),
    "lower edge of the face": "bordo basso del fronte",
    "fold: face | back": "piega: fronte | schiena",
    "fold: back | foot": "piega: schiena | piede",
    "fold: foot | flap": "piega: piede | lembo",
    "end": "fine",
    # light panel
    "Whist table: front of the light panel": "Tavolo da whist: fronte del pannello luci",
    "Trumps": "Seme vincente",
    "NT": "SA",
    "Turn": "Tocca a",
    "Holder 1": "Leggio 1",
    "Holder 2": "Leggio 2",
    "Error": "Errore",
    "Help": "Aiuto",
    "Confirm": "Conferma",
    "Undo": "Annulla",
    "New deal": "Nuova mano",
    "Switch off": "Spegni",
    "Glue the panel on cardboard, plywood or a box lid and cut it out. Small circles: holes of {led:.0f} mm for LEDs. "
    "Large circles in the lowest row: holes of {button:.0f} mm for buttons; drill them only if you fit buttons.": (
        "Incollare il pannello su cartone, compensato o un coperchio e ritagliarlo. Cerchi piccoli: fori da "
        "{led:.0f} mm per i LED. Cerchi grandi in basso: fori da {button:.0f} mm per i pulsanti; forarli solo se si "
        "montano i pulsanti."
    ),
    **_PLACES,
    # wiring
    "Whist table: wiring of lights and buttons": "Tavolo da whist: cablaggio di luci e pulsanti",
    "Whist table: wiring of the slot strip": "Tavolo da whist: cablaggio della striscia LED",
    "The header seen from above, pin 1 beside the card slot. Every resistor: {ohms} Ω. The long leg of an LED goes "
    "to its resistor. With all lights on, the pins give {now:.0f} mA together; {most:.0f} mA are safe.": (
        "Il connettore visto dall'alto, il pin 1 accanto alla scheda SD. Ogni resistenza: {ohms} Ω. Il piedino lungo "
        "di un LED va alla sua resistenza. Con tutte le luci accese i pin danno insieme {now:.0f} mA; {most:.0f} mA "
        "sono sicuri."
    ),
    "Both grounds are one: with them joined, one wire to pin {a} or {b} is enough.": (
        "Le due masse sono una sola: unite fra loro, basta un filo al pin {a} o {b}."
    ),
    "3.3 V": "3,3 V",
    "trump clubs": "seme vincente fiori",
    "trump diamonds": "seme vincente quadri",
    "trump hearts": "seme vincente cuori",
    "trump spades": "seme vincente picche",
    "no trump": "senza atout",
    **{f"turn {place}": f"tocca a {words}" for place, words in {"South": "Sud", "North": "Nord", **_PLACES}.items()},
    "turn holder 1": "tocca al leggio 1",
    "turn holder 2": "tocca al leggio 2",
    "error holder 1": "errore leggio 1",
    "error holder 2": "errore leggio 2",
    "help": "aiuto",
    "confirm": "conferma",
    "undo": "annulla",
    "new deal": "nuova mano",
    "switch off": "spegni",
    "red": "rosso",
    "yellow": "giallo",
    "green": "verde",
    "button": "pulsante",
    "ground": "massa",
    "strip: data": "striscia: dati",
    "strip: clock": "striscia: clock",
    "strip: 5 V": "striscia: 5 V",
    "strip: ground": "striscia: massa",
    "display: data": "display: dati",
    "display: clock": "display: clock",
    "display: select": "display: CS",
    "display: 3.3 V": "display: 3,3 V",
    "display: 5 V": "display: 5 V",
    "display: ground": "display: massa",
    "stays free": "resta libero",
    "through {ohms} Ω to {end} of the strip": "con {ohms} Ω a {end} della striscia",
    "from pin {pin} of the Pi (GPIO {gpio})": "dal pin {pin} del Pi (GPIO {gpio})",
    "ground: pin {pin} of the Pi": "massa: pin {pin} del Pi",
    "5 V: pin {pin} of the Pi": "5 V: pin {pin} del Pi",
    "data, from pin 3 of the 74AHCT125": "dati, dal pin 3 del 74AHCT125",
    "clock, from pin 6 of the 74AHCT125": "clock, dal pin 6 del 74AHCT125",
    "lights {a} to {b}": "luci da {a} a {b}",
    "100 nF across pins 7 and 14 of the 74AHCT125, and 470 µF (6.3 V or more, mind its poles) between 5 V and "
    "ground where the strip begins. The strip asks for 3.5 V on DI and CI and the Pi gives 3.3: hence the "
    "74AHCT125, which takes 2 V for high. An HCT will do, an HC or AHC will not.": (
        "100 nF fra i pin 7 e 14 del 74AHCT125, e 470 µF (6,3 V o più, attenzione alla polarità) fra 5 V e massa "
        "all'inizio della striscia. La striscia vuole 3,5 V su DI e CI e il Pi ne dà 3,3: perciò il 74AHCT125, a cui "
        "bastano 2 V. Un HCT va bene, un HC o AHC no."
    ),
    "Current at 5 V": "Corrente a 5 V",
    "Raspberry Pi 4, working hard": "Raspberry Pi 4, a pieno carico",
    "camera": "telecamera",
    "all lights": "tutte le luci",
    "slot strip, one light lit": "striscia, una luce accesa",
    "together": "in tutto",
    "power supply of the Pi 4": "alimentatore del Pi 4",
    "The program lights one of the {count} at a time. All white at full brightness would take {most:.0f} mA more.": (
        "Il programma accende una delle {count} luci alla volta. Tutte bianche alla massima luminosità prenderebbero "
        "{most:.0f} mA in più."
    ),
    # Android Whist alone
    "Whist table: Android Whist alone against the Pi": "Tavolo da whist: Android Whist da soli contro il Pi",
    "Print the sheets holder-1, holder-2 and holder-3 and fold three holders. Behind the gear of your own page open "
    "Play another game, choose Android Whist, open Computer players with card holders and give North to the Pi, as "
    "good as you like.": (
        "Stampare i fogli holder-1, holder-2 e holder-3 e piegare tre leggii. Dietro l'ingranaggio della propria "
        "pagina aprire Cambia gioco, scegliere Android Whist, aprire Giocatori del computer con leggio e dare Nord "
        "al Pi, bravo quanto si vuole."
    ),
    "Holder 1 stands beside you and faces you. Holder 2 stands behind it, back to back, and faces North: you "
    "command its cards and must not see them. Holder 3 is North's own hand: it stands in North's place and "
    "faces outwards.": (
        "Il leggio 1 sta accanto a te e guarda verso di te. Il leggio 2 sta dietro, schiena contro schiena, e "
        "guarda verso Nord: ne comandi le carte e non devi vederle. Il leggio 3 è la mano di Nord: sta al posto"
        " di Nord e guarda verso l'esterno."
    ),
    "Deal four piles of 13, face down: one for you, one for each holder. Put the pile of holder 1 into it as always. "
    "For holders 2 and 3 stand behind the holder, take one card after the other off the pile, its back towards you, "
    "and set it in over the top edge, from the right end on. When you deal, turn up your own last card; when North "
    "deals, keep North's last card and turn it up: it goes into holder 3 after North's first card, unless that was "
    "it.": (
        "Dare quattro mazzetti di 13 carte coperte: uno per te, uno per ogni leggio. Mettere nel leggio 1 il suo "
        "mazzetto, come sempre. Per i leggii 2 e 3 mettersi dietro il leggio, prendere una carta dopo l'altra, il "
        "dorso verso di sé, e infilarla dall'alto, cominciando dall'estremità destra. Quando dai tu, scopri la tua "
        "ultima carta; quando dà Nord, tenere la sua ultima carta e scoprirla: va nel leggio 3 dopo la prima carta di "
        "Nord, se non era quella."
    ),
    "Play as always. What North decides the page says, and for holder 1 the light over the slot shows: “South, move "
    "the marked card from holder 3 to the table: slot 8.” Draw that card out by its top edge and lay it face up. "
    "Nobody is to look at the others.": (
        "Si gioca come sempre. Ciò che Nord decide lo dice la pagina, e per il leggio 1 lo mostra la luce sopra la "
        "casella: «Sud, muovi sul tavolo la carta segnata: leggio 3, casella 8.» Sfilare quella carta dal bordo "
        "superiore e posarla scoperta. Le altre non le guarda nessuno."
    ),
    "Your command goes to holder 2, North commands holder 1. Whichever holder it is, you move the card.": (
        "Il tuo comando va al leggio 2, Nord comanda il leggio 1. Qualunque sia il leggio, la carta la muovi tu."
    ),
    "You gather for all. With the deal holders 1 and 2 cross to the other side of the table; holder 3 stays.": (
        "Raccogli le prese di tutti. Con la mano successiva i leggii 1 e 2 passano dall'altra parte del tavolo;"
        " il leggio 3 resta."
    ),
    "North: the Pi, nobody sits here": "Nord: il Pi, qui non siede nessuno",
    "South: you": "Sud: tu",
    "you see these cards and move them": "queste carte le vedi e le muovi",
    "you command these, unseen": "queste le comandi, senza vederle",
    "North's own hand, unseen": "la mano di Nord, coperta",
    "here when North deals": "qui quando dà Nord",
    "who faces the cards counts from the left": "chi guarda le carte conta da sinistra",
    "from behind count from the right": "da dietro si conta da destra",
    # QR sign
    "Whist table: sign with the address": "Tavolo da whist: cartello con l'indirizzo",
    "The whist table": "Il tavolo da whist",
    "Scan with a phone on the same network, or type:": "Inquadrare con un telefono della stessa rete, o scrivere:",
    "Type into a phone on the same network:": "Scrivere in un telefono della stessa rete:",
    "The program says its address when it starts. Write it in here, or print a sign with a code to scan:": (
        "All'avvio il programma dice il suo indirizzo. Scriverlo qui, o stampare un cartello con un codice da "
        "inquadrare:"
    ),
    # sign of the table's own Wi-Fi
    "Whist table: sign with its own Wi-Fi": "Tavolo da whist: cartello con la sua rete Wi-Fi",
    "1. Scan to join the table's Wi-Fi, or choose it:": (
        "1. Inquadrare per entrare nella rete Wi-Fi del tavolo, o sceglierla:"
    ),
    "2. Then scan to open the page, or type:": "2. Poi inquadrare per aprire la pagina, o scrivere:",
    "password: {password}": "password: {password}",
    # rules card
    "Whist table: the androids' commands, one card for each player": (
        "Tavolo da whist: i comandi degli androidi, una scheda per giocatore"
    ),
    "Android Whist: commands": "Android Whist: i comandi",
    "You command the android beside the other player, your partner. You never see its cards.": (
        "Comandi l'androide accanto all'altro giocatore, il tuo compagno. Non ne vedi mai le carte."
    ),
    "It follows to a trick": "Risponde a una presa",
    "It leads, or right after an Error": "Apre la presa, o subito dopo un Errore",
    "Duck": "Sotto (Duck)",
    "its lowest card of the suit led": "la sua carta più bassa del seme di uscita",
    "Beat": "Supera (Beat)",
    "the lowest card that wins so far; if none does, its lowest of the suit led": (
        "la più bassa che al momento vince; se nessuna vince, la più bassa del seme di uscita"
    ),
    "High": "Alta (High)",
    "the highest card that wins so far; if none does, its lowest of the suit led": (
        "la più alta, se al momento vince; se nessuna vince, la più bassa del seme di uscita"
    ),
    "It follows suit if it can. Without the suit led, Beat and High ruff; when it has nothing for the command: "
    "Error.": (
        "Risponde al seme se può. Se non ha il seme di uscita, Supera e Alta tagliano; se non ha carte per il "
        "comando: Errore."
    ),
    "Clubs Diamonds Hearts Spades": "Fiori Quadri Cuori Picche",
    "its lowest card of that suit": "la sua carta più bassa di quel seme",
    "Shortest": "Il più corto (Shortest)",
    "lowest of its shortest suit but trumps": "la più bassa del seme più corto, escluso il seme vincente",
    "Longest": "Il più lungo (Longest)",
    "lowest of its longest suit, trumps too": "la più bassa del seme più lungo, compreso il seme vincente",
    "High …": "Alta … (High …)",
    "before any of these: the highest card instead": "prima di uno di questi: la carta più alta",
    "Two suits equally short or long: Error.": "Due semi ugualmente corti o lunghi: Errore.",
    "Error Message: the command fits no card, and nothing more is told. It costs nothing: say another. After an Error "
    "when it follows, both columns are open. The name of a suit that it holds works whenever suits are open.": (
        "Messaggio di errore: nessuna carta soddisfa il comando, e altro non si dice. Non costa nulla: danne un "
        "altro. Dopo un Errore in risposta valgono entrambe le colonne. Il nome di un seme che possiede funziona "
        "sempre, dove si può dire."
    ),
}
"""Italian by English; what stands in braces is filled in, and stands on both sides."""

LANGUAGES: Final[dict[str, dict[str, str] | None]] = {"en": None, "it": ITALIAN}
"""The words of each language; English has its own."""


class Words:
    """Says things in one language, a key of ``LANGUAGES``; KeyError for any other."""

    def __init__(self, language: str) -> None:
        self._words = LANGUAGES[language]

    def __call__(self, english: str, **values: object) -> str:
        """``english`` in this language, ``values`` filled in as ``str.format`` does; KeyError where it has no words."""
        words = english if self._words is None else self._words[english]
        return words.format(**values) if values else words

    def number(self, value: float) -> str:
        """``value`` with the decimal mark of this language."""
        return f"{value:g}".replace(".", self("."))
