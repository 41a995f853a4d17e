"""The families of free fonts that packs are drawn with, as npm names them below ``@fontsource``."""

from __future__ import annotations

from typing import Final

FAMILIES: Final[tuple[str, ...]] = (
    # old-style serifs
    *("eb-garamond", "cormorant-garamond", "libre-baskerville", "crimson-text", "gelasio", "libre-caslon-text"),
    *("goudy-bookletter-1911", "alegreya", "merriweather", "lora", "im-fell-english", "im-fell-dw-pica"),
    *("sorts-mill-goudy", "playfair-display-sc", "marcellus", "forum", "bitter"),
    # didones: swash-tail Q, flat-topped 3, balls on 2, 3, 6, 9 and J
    *("playfair-display", "bodoni-moda", "abril-fatface", "old-standard-tt", "gfs-didot", "libre-bodoni"),
    *("rozha-one", "vidaloka", "prata", "bigshot-one", "chonburi", "dm-serif-display", "gloock", "oranienbaum"),
    *("elsie", "gravitas-one", "corben"),
    # slabs, Clarendons among them
    *("roboto-slab", "rokkitt", "arvo", "alfa-slab-one", "josefin-slab", "stint-ultra-condensed", "zilla-slab"),
    *("ultra", "bevan", "patua-one", "suez-one", "crete-round", "coustard", "sanchez", "bree-serif", "kreon"),
    *("diplomata", "graduate", "stint-ultra-expanded", "podkova"),
    # typewriters
    *("courier-prime", "special-elite", "cutive-mono", "nixie-one", "space-mono"),
    # narrow and wide sans serifs
    *("oswald", "bebas-neue", "fjalla-one", "league-gothic", "pathway-gothic-one", "roboto-condensed", "antonio"),
    *("barlow-condensed", "yanone-kaffeesatz", "six-caps", "inter", "work-sans", "archivo-black", "montserrat"),
    *("open-sans", "raleway", "poppins", "anton", "archivo-narrow", "pt-sans-narrow", "ubuntu-condensed", "teko"),
    *("khand", "francois-one", "passion-one", "squada-one", "economica", "fira-sans-extra-condensed", "staatliches"),
    *("saira-extra-condensed", "big-shoulders-display", "homenaje", "josefin-sans", "righteous"),
    # rounded
    *("nunito", "varela-round", "quicksand", "fredoka", "comfortaa", "dosis", "baloo-2", "chewy", "lilita-one"),
    *("titan-one", "luckiest-guy"),
    # Western, circus and casino
    *("rye", "smokum", "sancreek", "holtwood-one-sc", "ewert", "vast-shadow", "shrikhand", "ribeye"),
    # blackletter and uncial
    *("grenze-gotisch", "pirata-one", "germania-one", "almendra", "metamorphous", "new-rocker", "medievalsharp"),
    *("macondo", "texturina"),
    # art déco and art nouveau
    *("limelight", "federo", "kelly-slab", "cinzel", "cinzel-decorative", "berkshire-swash", "poiret-one", "gruppo"),
    *("fascinate", "amarante", "arbutus", "lancelot", "mountains-of-christmas", "modern-antiqua"),
    *("bigelow-rules", "griffy", "ruslan-display", "julius-sans-one"),
    # stencil
    *("stardos-stencil", "allerta-stencil", "black-ops-one", "saira-stencil-one", "sirin-stencil"),
    # pen and brush
    *("caveat", "permanent-marker", "pacifico", "lobster", "courgette", "patrick-hand", "kalam", "amatic-sc"),
    *("dancing-script", "oleo-script", "kaushan-script", "playball", "rock-salt"),
    # inline, outlined, shaded
    *("fascinate-inline", "bungee-inline", "londrina-shadow", "cabin-sketch", "ribeye-marrow"),
    *("bungee", "fredericka-the-great"),
    # of pixels and of the machine
    *("press-start-2p", "vt323", "silkscreen", "orbitron", "audiowide", "russo-one"),
    # more serifs and slabs
    *("adamina", "aleo", "alice", "alike", "amiri", "antic-didone", "arapey", "aref-ruqaa", "average", "belgrano"),
    *("bellefair", "besley", "biorhyme", "brawler", "buenard", "caladea", "cambo", "cantata-one", "cardo", "copse"),
    *("cormorant", "cormorant-infant", "cormorant-sc", "david-libre", "dm-serif-text", "domine", "enriqueta"),
    *("esteban", "fanwood-text", "fenix", "fjord-one", "frank-ruhl-libre", "fraunces", "gabriela", "gilda-display"),
    *("glegoo", "headland-one", "hepta-slab", "ibarra-real-nova", "ibm-plex-serif", "inika", "inknut-antiqua"),
    *("instrument-serif", "judson", "kameron", "kotta-one", "kurale", "ledger", "linden-hill", "literata"),
    *("lusitana", "lustria", "mate", "mate-sc", "mirza", "montaga", "neuton", "newsreader", "noticia-text"),
    *("noto-serif", "noto-serif-display", "ovo", "petrona", "playfair", "port-lligat-slab", "prociono", "pt-serif"),
    *("quando", "quattrocento", "radley", "rosarivo", "rufina", "slabo-27px", "source-serif-4", "spectral", "stoke"),
    *("taviraj", "tienne", "tinos", "trirong", "trocchi", "unna", "volkhov", "vollkorn", "vollkorn-sc", "wellfleet"),
    "yrsa",
    # fat and loud
    *("asset", "bangers", "bowlby-one", "carter-one", "ceviche-one", "changa-one", "chango", "chela-one", "coiny"),
    *("dela-gothic-one", "emblema-one", "fontdiner-swanky", "fugaz-one", "galindo", "irish-grover", "katibeh"),
    *("lalezar", "lemon", "metal-mania", "paytone-one", "piedra", "poller-one", "racing-sans-one", "rakkas"),
    *("rammetto-one", "rubik-mono-one", "sansita", "seymour-one", "shojumaru", "sigmar-one", "skranji", "sonsie-one"),
    *("spicy-rice", "trade-winds", "viga", "yeseva-one", "young-serif"),
    # more sans serifs
    *("acme", "advent-pro", "alumni-sans", "asap-condensed", "bahianita", "basic", "boogaloo", "bubblegum-sans"),
    *("cabin", "coda", "convergence", "cuprum", "encode-sans-condensed", "exo-2", "ibm-plex-sans-condensed", "jost"),
    *("karla", "krona-one", "lato", "league-spartan", "libre-franklin", "mouse-memoirs", "nova-cut", "nova-slim"),
    *("play", "pragati-narrow", "pt-sans", "quantico", "questrial", "rationale", "rosario", "rubik", "ruda"),
    *("saira-condensed", "scada", "signika", "smooch-sans", "sniglet", "sofia-sans-extra-condensed", "source-sans-3"),
    *("spinnaker", "syncopate", "tenor-sans", "titillium-web", "unica-one", "voltaire"),
    # more that are drawn by hand, or odd
    *("akaya-kanadaka", "aladin", "almendra-sc", "barrio", "cherry-cream-soda", "cherry-swash", "croissant-one"),
    *("delius", "elsie-swash-caps", "glass-antiqua", "grenze", "ibm-plex-mono", "maiden-orange", "merienda"),
    *("mystery-quest", "oldenburg", "peralta", "risque", "short-stack", "simonetta"),
    # and as many again of all kinds
    *("abeezee", "abhaya-libre", "aboreto", "abyssinica-sil", "aclonica", "adlam-display", "agbalumo", "alan-sans"),
    *("alata", "aldrich", "alegreya-sc", "alexandria", "alkalami", "alkatra", "allan", "alumni-sans-collegiate-one"),
    *("amaranth", "amarna", "amethysta", "anaheim", "ancizar-serif", "andada-pro", "angkor"),
    *("annie-use-your-telescope", "anonymous-pro", "anta", "antic", "anton-sc", "anybody", "arbutus-slab"),
    *("architects-daughter", "arima", "arimo", "armata", "arsenal", "arya", "asul", "athiti", "atkinson-hyperlegible"),
    *("atma", "aubrey", "autour-one", "averia-gruesa-libre", "averia-libre", "averia-sans-libre"),
    *("averia-serif-libre", "azeret-mono", "bagel-fat-one", "bakbak-one", "baloo-bhai-2", "baloo-tamma-2"),
    *("balsamiq-sans", "balthazar", "barlow-semi-condensed", "barriecito", "baskervville", "battambang", "baumans"),
    *("bbh-bartle", "belanosima", "belleza", "bellota", "benchnine", "bentham", "big-shoulders"),
    *("big-shoulders-stencil", "biz-udmincho", "black-han-sans", "bodoni-moda-sc", "boldonse", "bona-nova"),
    *("bowlby-one-sc", "braah-one", "bricolage-grotesque", "bruno-ace", "brygada-1918", "bubbler-one", "butcherman"),
    *("cairo", "cal-sans", "calistoga", "cambay", "candal", "caprasimo", "capriola", "carrois-gothic", "castoro"),
    *("castoro-titling", "caudex", "caveat-brush", "chakra-petch", "changa", "chau-philomene-one", "chelsea-market"),
    *("cherry-bomb-one", "chicle", "combo", "comic-neue", "comic-relief", "coming-soon", "concert-one"),
    *("contrail-one", "cormorant-unicase", "cormorant-upright", "cousine", "covered-by-your-grace", "crafty-girls"),
    *("crimson-pro", "crushed", "cutive", "dangrek", "darker-grotesque", "darumadrop-one", "days-one", "dekko"),
    *("delius-swash-caps", "delius-unicase", "della-respira", "diphylleia", "diplomata-sc", "do-hyeon", "dongle"),
    *("doppio-one", "dotgothic16", "dynapuff", "eagle-lake", "eater", "electrolize", "emilys-candy", "englebert"),
    *("epunda-slab", "erica-one", "expletus-sans", "fahkwang", "farro", "farsan", "fasthand", "fauna-one", "faustina"),
    *("federant", "felipa", "finger-paint", "fira-mono", "flamenco", "flavors", "fondamento", "freckle-face"),
    *("freehand", "freeman", "fresca", "fruktur", "funnel-display", "gabarito", "gaegu", "galada", "galdeano"),
    *("gasoek-one", "gemunu-libre", "genos", "gentium-plus", "geo", "girassol", "gloria-hallelujah", "glory"),
    *("gluten", "gochi-hand", "goldman", "gorditas", "gowun-batang", "grandstander", "grechen-fuemen", "gudea"),
    *("gugi", "gupter", "gurajada", "habibi", "halant", "hammersmith-one", "happy-monkey", "henny-penny"),
    *("hina-mincho", "iceberg", "iceland", "im-fell-double-pica", "im-fell-french-canon", "im-fell-great-primer"),
    *("imbue", "imprima", "inconsolata", "inder", "inria-serif", "italiana", "itim", "jacques-francois", "jaini"),
    *("jaro", "joan", "jockey-one", "jolly-lodger", "jomhuria", "joti-one", "jua", "junge", "jura"),
    *("just-another-hand", "kadwa", "kaisei-decol", "kaisei-opti", "kaisei-tokumin", "kalnia", "kanit", "karantina"),
    *("karma", "kavivanar", "kavoon", "kdam-thmor-pro", "keania-one", "kenia", "kirang-haerang", "kiwi-maru"),
    *("knewave", "kodchasan", "kode-mono", "koh-santepheap", "konkhmer-sleokchher", "koulen", "krub", "kufam"),
    *("labrada", "laila", "lekton", "lemonada", "lexend-giga", "lexend-zetta", "libertinus-serif"),
    *("libertinus-serif-display", "libre-caslon-display", "life-savers", "lily-script-one", "lobster-two"),
    *("londrina-solid", "love-ya-like-a-sister", "lxgw-marker-gothic", "macondo-swash-caps", "madimi-one", "magra"),
    *("maitree", "mali", "manuale", "marcellus-sc", "margarine", "marhey", "markazi-text", "martel", "matemasie"),
    *("mclaren", "medula-one", "michroma", "milonga", "miltonian-tattoo", "mochiy-pop-one", "modak", "mogra"),
    *("momo-trust-display", "monomakh", "montagu-slab", "moul", "museomoderno", "nanum-myeongjo", "nerko-one"),
    *("neucha", "new-amsterdam", "niconne", "niramit", "norican", "nova-flat", "nova-mono", "nova-round"),
    *("nova-square", "odibee-sans", "offside", "oi", "ojuju", "oleo-script-swash-caps", "orbit", "oregano"),
    *("orelega-one", "orienta", "overlock", "oxanium", "padyakke-expanded-one", "pangolin", "paprika", "passero-one"),
    *("pathway-extreme", "patrick-hand-sc", "pattaya", "peddana", "philosopher", "phudu", "piazzolla", "platypi"),
    *("playpen-sans", "pochaevsk", "poetsen-one", "poly", "pompiere", "ponomar", "poor-story", "potta-one", "pridi"),
    *("prosto-one", "protest-guerrilla", "protest-revolution", "protest-strike", "quintessential", "ramabhadra"),
    *("rambla", "ranchers", "rancho", "ranga", "rasa", "ravi-prakash", "readex-pro", "red-rose", "redressed"),
    *("reem-kufi", "reggae-one", "rem", "revalia", "rhodium-libre", "roboto-serif", "rocknroll-one", "romanesco"),
    *("ropa-sans", "rowdies", "rubik-bubbles", "rubik-distressed", "rubik-spray-paint", "ruluko", "sahitya", "sail"),
    *("salsa", "sansation", "sansita-swashed", "sarina", "savate", "schoolbell", "scope-one", "secular-one", "sedan"),
    *("sedan-sc", "sedgwick-ave", "shadows-into-light-two", "shafarik", "shantell-sans", "share-tech-mono"),
    *("shippori-mincho", "sigmar", "sintony", "sirivennela", "slackey", "smythe", "sofadi-one", "solway"),
    *("sometype-mono", "sour-gummy", "source-code-pro", "space-grotesk", "special-gothic-expanded-one", "spirax"),
    *("sriracha", "stack-sans-notch", "stick", "stix-two-text", "strait", "sulphur-point", "sumana", "sunshiney"),
    *("supermercado-one", "swanky-and-moo-moo", "syne", "syne-mono", "tac-one", "tagesschrift", "tauri", "tektur"),
    *("telex", "tillana", "tilt-neon", "tilt-warp", "timmana", "tomorrow", "triodion", "trispace", "trochut"),
    *("truculenta", "tsukimi-rounded", "tuffy", "turret-road", "unbounded", "unkempt", "unlock", "vampiro-one"),
    *("vend-sans", "vesper-libre", "vibur", "victor-mono", "vina-sans", "walter-turncoat", "winky-rough"),
    *("wittgenstein", "xanh-mono", "yaldevi", "yatra-one", "yesteryear", "yuji-boku", "yuji-mai", "yusei-magic"),
    *("zcool-kuaile", "zcool-qingke-huangyou", "zcool-xiaowei", "zen-antique", "zen-dots", "zen-kurenaido"),
    *("zen-maru-gothic", "zen-old-mincho"),
)
SUIT_FAMILIES: Final[tuple[str, ...]] = ("noto-sans-symbols-2", "dejavu-sans", "dejavu-serif")
HELD_OUT_FAMILIES: Final[frozenset[str]] = frozenset(
    (
        *("gelasio", "libre-bodoni", "zilla-slab", "fjalla-one", "open-sans", "varela-round", "vidaloka", "kelly-slab"),
        *("chonburi", "bevan", "medievalsharp", "amarante", "sirin-stencil", "courgette", "ribeye-marrow"),
        *("vast-shadow", "squada-one", "texturina"),
    )
)
"""Never drawn from in training: they make the held-out drawn packs."""
