// London, as we draw it below the lines: parks, docks, bridges, the names of districts, and a few landmarks. Places are
// in the coordinates of the board; names are what the city calls them, in every language.

/** @typedef {[number, number]} Spot */

/** Outlines of parks. @type {Spot[][]} */
export const PARKS = [
  // Hyde Park and Kensington Gardens.
  [
    [48, 748],
    [170, 716],
    [330, 700],
    [500, 726],
    [540, 790],
    [470, 868],
    [330, 892],
    [170, 878],
    [52, 846],
  ],
  // Regent's Park.
  [
    [398, 62],
    [486, 56],
    [548, 118],
    [536, 206],
    [470, 244],
    [410, 196],
    [380, 126],
  ],
  // Green Park and St James's.
  [
    [486, 962],
    [560, 926],
    [668, 966],
    [700, 1012],
    [620, 1020],
    [540, 1004],
  ],
  // Battersea Park.
  [
    [470, 1420],
    [560, 1384],
    [700, 1372],
    [760, 1404],
    [720, 1451],
    [470, 1451],
  ],
  // Kennington Park.
  [
    [1380, 1300],
    [1448, 1284],
    [1500, 1326],
    [1466, 1384],
    [1392, 1372],
  ],
  // Southwark Park.
  [
    [1700, 1210],
    [1756, 1236],
    [1750, 1300],
    [1700, 1318],
    [1668, 1266],
  ],
  // Victoria Park.
  [
    [1640, 128],
    [1704, 110],
    [1730, 160],
    [1700, 206],
    [1646, 190],
  ],
];

/** The lake in Hyde Park. */
export const LAKE = "M214 806C262 776 300 812 344 808S414 776 448 800";

/** Docks: the middle, the size, and how much they are turned. @type {[number, number, number, number, number][]} */
export const DOCKS = [
  [1772, 796, 92, 40, 37],
  [1846, 842, 66, 34, 30],
  [1838, 1008, 86, 34, 24],
  [1800, 1062, 62, 28, 24],
];

/** Bridges over the river: the middle, how much they are turned, and their length. @type {[number, number, number, number][]} */
export const BRIDGES = [
  [1342, 664, 88, 78],
  [1525, 718, -80, 78],
  [1195, 678, 63, 78],
  [1751, 879, -70, 84],
  [1113, 777, 12, 72],
  [1089, 921, -6, 76],
  [1104, 1086, 4, 80],
  [807, 1224, 70, 78],
  [957, 1198, 82, 80],
];

/** The bridge with the towers. */
export const TOWER_BRIDGE = { x: 1751, y: 879, turn: -70 };

/** Names of districts and where they are written. @type {[string, number, number][]} */
export const DISTRICTS = [
  ["Paddington", 192, 342],
  ["Marylebone", 591, 408],
  ["Mayfair", 599, 711],
  ["Soho", 888, 564],
  ["Bloomsbury", 772, 471],
  ["St Pancras", 715, 38],
  ["Islington", 1244, 72],
  ["Clerkenwell", 1192, 193],
  ["Holborn", 1025, 442],
  ["The City", 1239, 625],
  ["Shoreditch", 1506, 262],
  ["Whitechapel", 1640, 358],
  ["Westminster", 890, 922],
  ["Belgravia", 424, 1097],
  ["Pimlico", 828, 1069],
  ["Chelsea", 249, 1273],
  ["Kensington", 147, 884],
  ["Lambeth", 1197, 1108],
  ["Southwark", 1432, 718],
  ["Bermondsey", 1779, 1037],
  ["Walworth", 1414, 1286],
  ["Vauxhall", 1002, 1384],
  ["Kennington", 1350, 1373],
  ["Battersea", 640, 1430],
  ["Wapping", 1742, 717],
];

/** Landmarks, drawn around their middle. @type {{ x: number, y: number, d: string }[]} */
export const LANDMARKS = [
  // The clock tower of Westminster, with a wing of the houses beside it.
  {
    x: 1036,
    y: 984,
    d: "M-7 28V-10H7V28ZM-9 -10H9V-24H-9ZM-9 -24L0 -38L9 -24ZM0 -21A4.500 4.500 0 1 0 .1 -21ZM-7 28H-30V8H-7M-13 8V2M-20 8V2M-27 8V2",
  },
  // The wheel.
  {
    x: 1165,
    y: 1010,
    d: "M0 -28A26 26 0 1 0 .1 -28ZM-26 -2H26M0 -28V24M-18 -20L18 16M18 -20L-18 16M-13 36L0 -2L13 36",
  },
  // The dome.
  {
    x: 1420,
    y: 612,
    d: "M-24 26V8H24V26ZM-13 8C-13 -15 13 -15 13 8ZM0 -9V-22M-4 -18H4M-30 26H30M-16 26V12M-8 26V12M0 26V12M8 26V12M16 26V12",
  },
  // The Tower.
  {
    x: 1580,
    y: 674,
    d: "M-18 26V-8H18V26M-28 26V-16H-18V26ZM18 26V-16H28V26ZM-28 -16L-23 -27L-18 -16ZM18 -16L23 -27L28 -16ZM-18 -8H-12V-14H-6V-8H0V-14H6V-8H18M-5 26V15A5 5 0 0 1 5 15V26",
  },
  // The palace.
  {
    x: 518,
    y: 944,
    d: "M-30 24V-4H30V24ZM-9 -4L0 -13L9 -4M0 -13V-27L10 -24L0 -21M-22 24V5M-14 24V5M-5 24V8H5V24M14 24V5M22 24V5",
  },
  // The museum.
  {
    x: 872,
    y: 428,
    d: "M-30 24H30M-25 24V3M-15 24V3M-5 24V3M5 24V3M15 24V3M25 24V3M-30 3H30L0 -16Z",
  },
  // The admiral on his column.
  {
    x: 934,
    y: 812,
    d: "M-15 28H15L10 19H-10ZM-4 19L-3 -17H3L4 19M-7 -17H7M0 -17V-28M-4 -24H4M0 -30A2 2 0 1 0 .1 -30Z",
  },
  // The station with the clock.
  {
    x: 704,
    y: 92,
    d: "M-30 24V4A19 19 0 0 1 8 4V24ZM8 24V-18H20V24ZM8 -18L14 -34L20 -18ZM14 -13A4 4 0 1 0 14.100 -13ZM-22 24V8M-11 24V2M0 24V8",
  },
  // The power station with its four chimneys.
  { x: 812, y: 1402, d: "M-24 26V0H24V26ZM-24 0V-28H-17V0M17 0V-28H24V0M-11 0V-20H-6V0M6 0V-20H11V0M-14 26V12H14V26" },
];
