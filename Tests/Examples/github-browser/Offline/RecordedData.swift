// The rows that recorded owners and repositories are made of.

import CallsiteRuntime
import Foundation

extension RecordedOwner {
    static let all: [RecordedOwner] = table.enumerated().map { number, owner in
        var owner = owner
        owner.number = number
        return owner
    }

    private static let table: [RecordedOwner] = [
        .init("lanternmoss", "Lanternmoss", "Organization", "Sorrelholm", "Small servers and clients"),
        .init("quillmoor", "Quillmoor", "Organization", nil, "Everything that reads text"),
        .init("tarnvale", "Tarnvale", "Organization", "Tarnvale", "Databases for small machines"),
        .init("brasswhistle-labs", "Brasswhistle Labs", "Organization", "Undermill", nil),
        .init("okapiharbor", "Okapi Harbor", "Organization", "The old harbor", "Containers, but the tidy kind"),
        .init("fennibrook", "Fennibrook", "User", "Upper Brook", "Draws user interfaces and small games"),
        .init("driftglass-forge", "Driftglass Forge", "Organization", nil, "Networking, mostly"),
        .init("umbercroft", "Umbercroft", "User", nil, nil),
        .init("halvenfold", "Halvenfold", "User", "Fold", "Compilers before breakfast"),
        .init("pebblewright", "Pebblewright", "User", "Gravelby", "Tools for the command line"),
        .init("sorrelgate", "Sorrelgate", "Organization", "Sorrelholm", "Security without ceremony"),
        .init("nimbusbarn", "Nimbusbarn", "Organization", nil, "Clouds, indoors"),
        .init("thistlebyte", "Thistlebyte", "User", "Thistle Hill", "Parsers, formats, and \"other\" hobbies"),
        .init("copperfinchery", "The Copperfinchery", "Organization", "Finchley Rise", nil),
        .init("wrenhollower", "Wrenhollower", "User", nil, "Game jams since forever"),
        .init("zephyrmillers", "Zephyrmillers", "Organization", "Windmere", "Numbers and pictures of numbers"),
        .init("moonkettle", "Moonkettle", "Organization", "Kettle Crater", "Makes games for tea breaks"),
        .init("glasspangolin", "Glass Pangolin", "User", nil, "Systems programming with care"),
        .init("bramblecoder", "Bramblecoder", "User", "Bramble Lane", "Mostly harmless macros"),
        .init("tideloomers", "Tideloomers", "Organization", "Low Tide", "Schedulers and queues"),
        .init("ashenquartz", "Ashenquartz", "User", nil, nil),
        .init("velvetotters", "Velvet Otters", "Organization", "Riverbend", "Friendly web things 🦦"),
        .init("kumo-kobo-works", "雲工房", "Organization", "日本", "小さな道具を作ります"),
        .init("saltmarrow", "Saltmarrow", "User", "Brine Quay", "Audio and other waves"),
        .init("inkbadgery", "Inkbadgery", "User", nil, "Documentation is a feature"),
    ]
}

extension RecordedRepository {
    struct Row: Sendable {
        var owner, name, language, topics: String
        var stars: Int
        var description: String

        init(_ owner: String, _ name: String, _ language: String, _ topics: String, _ stars: Int, _ description: String)
        {
            (self.owner, self.name, self.language, self.topics) = (owner, name, language, topics)
            (self.stars, self.description) = (stars, description)
        }
    }

    static let rows: [Row] = [
        .init(
            "lanternmoss", "kettlewire", "Swift", "http client async", 8421,
            "An HTTP client that retries, caches and streams"),
        .init(
            "lanternmoss", "kettleserve", "Swift", "http server", 6210,
            "A small HTTP server for services with one purpose"),
        .init(
            "lanternmoss", "mosslogger", "Swift", "logging server", 1893,
            "Structured logging that costs nothing when it is off"),
        .init("lanternmoss", "moss-router", "Swift", "http routing", 947, "Typed routes for kettleserve"),
        .init(
            "quillmoor", "quillcombine", "Swift", "parser combinators", 5120,
            "Parser combinators with readable error messages"),
        .init(
            "quillmoor", "swift-inkdown", "Swift", "markdown parser", 2307,
            "A Markdown parser that keeps every source position"),
        .init(
            "quillmoor", "swift-tomlette", "Swift", "toml parser configuration", 618,
            "Reads and writes TOML without losing comments"),
        .init("tarnvale", "tarnstore", "Swift", "database embedded", 3745, "An embedded key-value store in one file"),
        .init("tarnvale", "swift-tarnquery", "Swift", "sql database macros", 1288, "SQL that the compiler checks"),
        .init(
            "fennibrook", "gridwhisk", "Swift", "ui layout", 2954, "Layout for terminals and screens with the same code"
        ),
        .init("fennibrook", "palette-pot", "Swift", "color ui", 431, "Colors that stay readable on every background"),
        .init("fennibrook", "tapdoodle", "Swift", "game drawing", 1502, "A drawing game for two and one tablet"),
        .init(
            "driftglass-forge", "driftsocket", "Swift", "websocket http networking", 2066,
            "WebSockets on top of any HTTP connection"),
        .init(
            "driftglass-forge", "swift-driftdns", "Swift", "dns networking", 389,
            "Asks name servers and explains their answers"),
        .init("umbercroft", "umber-tests", "Swift", "testing", 776, "Expectations that print what differs"),
        .init(
            "halvenfold", "foldscript", "Swift", "compiler language parser", 1130,
            "A scripting language to embed in apps"),
        .init("pebblewright", "pebble-args", "Swift", "cli parser", 4402, "Command line arguments from plain structs"),
        .init(
            "pebblewright", "pebble-progress", "Swift", "cli terminal", 864,
            "Progress bars that know when nobody is watching"),
        .init(
            "sorrelgate", "swift-sorrelkeys", "Swift", "security keychain", 1017,
            "Keeps tokens in the keychain of every platform"),
        .init(
            "nimbusbarn", "barn-deployer", "Swift", "cloud deployment cli", 558,
            "Deploys a Swift package as a container"),
        .init(
            "thistlebyte", "swift-thistlejson", "Swift", "json parser performance", 3318,
            "A JSON parser that never copies a string"),
        .init("wrenhollower", "hollowtiles", "Swift", "game tilemap", 693, "Tile maps for small game worlds"),
        .init(
            "moonkettle", "teakettle-engine", "Swift", "game-engine graphics", 2481,
            "A game engine that fits into a tea break"),
        .init("bramblecoder", "swift-brambles", "Swift", "macros codegen", 925, "Macros against boilerplate"),
        .init(
            "tideloomers", "swift-tidequeue", "Swift", "queue concurrency", 1174,
            "Background jobs with structured concurrency"),
        .init(
            "velvetotters", "otter-pages", "Swift", "html http web", 1655,
            "HTML from Swift functions, streamed over HTTP"),
        .init(
            "kumo-kobo-works", "swift-moji", "Swift", "unicode text terminal", 1209,
            "文字の幅を測る – the width of 日本語 and emoji in terminals"),
        .init(
            "saltmarrow", "swift-brinewave", "Swift", "audio dsp", 502, "Filters and oscillators for real-time audio"),

        .init(
            "glasspangolin", "scalehoard", "Rust", "allocator systems", 3967,
            "A memory allocator that reports what it wastes"),
        .init(
            "glasspangolin", "pangohttp", "Rust", "http server async", 7312,
            "HTTP/1 and HTTP/2 without a single unsafe block"),
        .init("glasspangolin", "pangopost", "Rust", "http cli", 2745, "Sends HTTP requests from readable text files"),
        .init(
            "quillmoor", "nibblequill", "Rust", "parser binary", 2218, "A parser for binary formats, described by types"
        ),
        .init(
            "thistlebyte", "thistle-csv", "Rust", "csv parser cli", 1986, "Slices CSV files that are larger than memory"
        ),
        .init(
            "thistlebyte", "burrgrammar", "Rust", "parser grammar", 1417,
            "Grammars as data: a parser without code generation"),
        .init(
            "driftglass-forge", "driftproxy", "Rust", "http proxy networking", 5833,
            "A reverse proxy for HTTP with live configuration"),
        .init(
            "sorrelgate", "gatecheck-audit", "Rust", "security cli", 3102,
            "Audits dependencies against local advisories"),
        .init(
            "pebblewright", "gravel-ls", "Rust", "cli terminal files", 9127,
            "Lists files the way you would describe them"),
        .init("pebblewright", "pebblediff", "Rust", "diff cli terminal", 6644, "A diff that understands moved blocks"),
        .init(
            "moonkettle", "kettlecrater-ecs", "Rust", "game-engine ecs", 4290,
            "Entities and components for a game of any size"),
        .init(
            "wrenhollower", "wrenroguery", "Rust", "game roguelike terminal", 1320,
            "A roguelike game in which you are the dungeon"),
        .init(
            "ashenquartz", "quartzclock", "Rust", "time embedded", 611,
            "Time zones for machines without an operating system"),
        .init("tarnvale", "tarnlog", "Rust", "database storage", 2509, "A write-ahead log to build databases on"),
        .init("halvenfold", "halvenwasm", "Rust", "wasm compiler", 1763, "Runs WebAssembly modules inside a budget"),
        .init(
            "zephyrmillers", "gustplot", "Rust", "plotting terminal", 1454, "Plots in the terminal, down to single dots"
        ),

        .init("okapiharbor", "okapi-tug", "Go", "containers cli", 5471, "Moves container images between registries"),
        .init(
            "okapiharbor", "harborbell", "Go", "monitoring http", 3380, "Rings when an HTTP endpoint stops answering"),
        .init(
            "okapiharbor", "pierconfig", "Go", "configuration parser", 719,
            "One parser for YAML, TOML and environment variables"),
        .init(
            "nimbusbarn", "haylofting", "Go", "storage http cloud", 4158, "Object storage over HTTP on a single disk"),
        .init("nimbusbarn", "barncat", "Go", "cloud cli logs", 1239, "Reads the logs of all your clouds at once"),
        .init(
            "tideloomers", "tidewheel", "Go", "scheduler distributed", 2873,
            "A scheduler that survives half of its machines"),
        .init("tideloomers", "loomcalls", "Go", "rpc http networking", 1610, "Remote procedure calls over plain HTTP"),
        .init("driftglass-forge", "driftlimit", "Go", "http rate-limiting", 2021, "Rate limits for HTTP handlers"),
        .init("brasswhistle-labs", "whistlebus", "Go", "messaging queue", 3596, "A message bus with replay"),
        .init("brasswhistle-labs", "brass-metrics", "Go", "monitoring metrics", 984, "Metrics with bounded memory"),
        .init(
            "sorrelgate", "gatetoken", "Go", "security oauth http", 1871, "OAuth for HTTP services, the short version"),
        .init("umbercroft", "umbergrep", "Go", "cli search parser", 2690, "Searches source code by its structure"),
        .init("ashenquartz", "ashchess-bot", "Go", "game chess", 402, "A chess game server with a patient opponent"),

        .init(
            "zephyrmillers", "windtables", "Python", "data-science tables", 7745,
            "Tables that remember where their numbers came from"),
        .init("zephyrmillers", "millcharts", "Python", "plotting data-science", 3920, "Charts with sensible defaults"),
        .init(
            "zephyrmillers", "zephyrfit", "Python", "machine-learning statistics", 2614,
            "Curve fitting with honest error bars"),
        .init(
            "thistlebyte", "thistlescrape", "Python", "html parser scraping", 4875,
            "An HTML parser for pages that are broken"),
        .init(
            "thistlebyte", "logthresher", "Python", "logs parser cli", 832,
            "Turns log files into tables, parser included"),
        .init(
            "inkbadgery", "burrowdocs", "Python", "documentation markdown", 5290,
            "Documentation sites from Markdown folders"),
        .init(
            "inkbadgery", "badger-spell", "Python", "documentation cli", 327,
            "Spell checking that knows your identifiers"),
        .init(
            "velvetotters", "otterflow", "Python", "http web framework", 6087,
            "A web framework for HTTP services and their tests"),
        .init("velvetotters", "ottermock", "Python", "http testing", 1346, "Recorded HTTP responses for tests"),
        .init("wrenhollower", "wrenjam-kit", "Python", "game template", 755, "A template to start a game jam with"),
        .init("saltmarrow", "marrowtune", "Python", "audio machine-learning", 1748, "Finds the notes in a recording"),
        .init(
            "copperfinchery", "finchbudget", "Python", "finance parser cli", 1195,
            "Plain text accounting for households"),
        .init(
            "brasswhistle-labs", "whistlenotes", "Python", "notebook research", 466, "Notebooks that can be reviewed"),
        .init("umbercroft", "umber-lint", "Python", "linter", 1587, "A linter that explains its rules"),

        .init(
            "velvetotters", "ottershelf-ui", "TypeScript", "ui components web", 8034,
            "Accessible components without a framework"),
        .init("velvetotters", "otter-fetch", "TypeScript", "http client", 3471, "A typed HTTP client for browsers"),
        .init(
            "copperfinchery", "finchboard", "TypeScript", "dashboard web", 2240, "Dashboards that load before you blink"
        ),
        .init("copperfinchery", "finch-forms", "TypeScript", "forms ui", 1066, "Forms with validation on both sides"),
        .init(
            "inkbadgery", "inkburrow-editor", "TypeScript", "editor markdown", 4519, "A Markdown editor for the browser"
        ),
        .init("moonkettle", "moonsprites", "TypeScript", "game graphics webgl", 1931, "Sprites for browser games"),
        .init("moonkettle", "teabreak-arcade", "TypeScript", "game web", 620, "Twelve games, one minute each"),
        .init(
            "quillmoor", "quillquery-ts", "TypeScript", "graphql parser", 1408, "A GraphQL parser with error recovery"),
        .init(
            "bramblecoder", "bramble-bundler", "TypeScript", "bundler cli", 2782,
            "Bundles modules and says why each is there"),
        .init(
            "kumo-kobo-works", "kumo-calendar", "TypeScript", "calendar web", 873,
            "カレンダー – a calendar with 元号 and holidays"),
        .init(
            "fennibrook", "brookmotion", "TypeScript", "animation ui", 1542, "Animations from keyframes in plain text"),

        .init("glasspangolin", "pangoring", "C", "systems io", 2137, "Ring buffers for many readers"),
        .init("glasspangolin", "tinyscale-http", "C", "http parser embedded", 3654, "An HTTP parser in 900 lines"),
        .init("ashenquartz", "ashboot", "C", "bootloader embedded", 1280, "A boot loader you can read in an evening"),
        .init("saltmarrow", "brinecodec", "C", "audio codec", 1699, "A lossless audio codec for slow processors"),
        .init("halvenfold", "halflisp", "C", "lisp interpreter parser", 2395, "Half a Lisp, with a whole parser"),
        .init("umbercroft", "umbervm", "C", "virtual-machine", 540, "A virtual machine for teaching"),

        .init("moonkettle", "kettlephysics", "C++", "game physics", 5166, "Rigid bodies for game worlds"),
        .init("moonkettle", "kettle-gamepad", "C++", "game input", 488, "Gamepads, joysticks and dance mats"),
        .init("saltmarrow", "saltsynth", "C++", "audio synthesizer", 2931, "A modular synthesizer"),
        .init(
            "zephyrmillers", "gustmatrix", "C++", "linear-algebra performance", 3073,
            "Matrices that use the whole processor"),
        .init("tarnvale", "tarngraph", "C++", "database graph", 1824, "A graph database for one machine"),
        .init("thistlebyte", "thistle-xml++", "C++", "xml parser", 707, "An XML parser that refuses bombs"),

        .init("fennibrook", "brookcompose", "Kotlin", "android ui", 2572, "Screens for Android from small parts"),
        .init("copperfinchery", "finchwallet", "Kotlin", "android finance", 1113, "Counts coins, offline"),
        .init("lanternmoss", "kettle-kt", "Kotlin", "http client", 1458, "The HTTP client kettlewire for Kotlin"),
        .init("wrenhollower", "wren-pocket", "Kotlin", "game android", 579, "A pocket game about building nests"),
        .init(
            "tideloomers", "tideflow-jobs", "Java", "scheduler queue", 2318,
            "Jobs that run exactly as often as they should"),
        .init(
            "brasswhistle-labs", "whistle-jdbc", "Java", "database sql", 895, "A thin layer over prepared statements"),
        .init(
            "quillmoor", "quillgrammar-j", "Java", "parser generator", 1037,
            "A parser generator with incremental updates"),

        .init(
            "ashenquartz", "quartz-uring", "Zig", "io systems", 1365, "Asynchronous input and output without a runtime"),
        .init("glasspangolin", "zigpango", "Zig", "http embedded", 818, "HTTP for microcontrollers"),
        .init("halvenfold", "foldtypes", "Haskell", "types compiler", 1212, "An experiment with row types"),
        .init("quillmoor", "quillmonad", "Haskell", "parser", 644, "A parser that is a homework solution"),
        .init("bramblecoder", "brambletree", "Elixir", "concurrency supervision", 957, "Supervision trees, drawn live"),
        .init("lanternmoss", "mossocket", "Elixir", "websocket http", 1150, "Keeps a million sockets warm"),
        .init(
            "halvenfold", "camelfold", "OCaml", "compiler optimization", 733, "Folds constants until nothing is left"),
        .init("pebblewright", "dotpebbles", "Shell", "dotfiles", 298, "Dotfiles that explain themselves"),
        .init("okapiharbor", "harbor-scripts", "Shell", "ci deployment", 213, "Scripts for continuous integration"),
        .init(
            "inkbadgery", "awesome-burrow", "", "awesome-list documentation", 6903,
            "A list of \"awesome\" writing about writing ✍️📚"),
        .init("kumo-kobo-works", "moji-art", "Ruby", "ascii-art terminal", 365, "絵文字アート 🎨👩‍💻🏳️‍🌈 for your terminal"),
        .init(
            "ashenquartz", "ansi-ash", "Lua", "terminal color", 187,
            "Prints \u{1B}[31mred\u{1B}[0m text\u{7} and\ttabs \\ backslashes"),
        .init("saltmarrow", "swift-saltmidi", "Swift", "audio midi parser", 344, "A MIDI parser and player"),
        .init(
            "fennibrook", "swift-brookboard", "Swift", "game board-game", 277,
            "Board game rules as data, with an opponent"),
        .init("okapiharbor", "pilotboat", "Rust", "containers http", 1092, "Talks HTTP to container engines"),
        .init(
            "wrenhollower", "wrenquest", "Lua", "game interactive-fiction parser", 451,
            "A text game with a parser that forgives"),
        .init("copperfinchery", "finch-invoice", "Ruby", "finance pdf", 239, "Invoices from plain text"),
        .init("bramblecoder", "bramblegame-go", "Go", "game server http", 529, "A game server for turns over HTTP"),
        .init(
            "okapiharbor", "swift-dockhand", "Swift", "containers http", 468, "Talks to container engines from Swift"),
        .init("umbercroft", "untitled", "", "", 3, ""),
    ]
}
