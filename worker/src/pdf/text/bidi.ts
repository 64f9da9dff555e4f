/**
 * The Unicode bidirectional algorithm (UAX #9) for text without explicit marks, which `clean` has taken out: rules
 * P2–P3, W2–W7, N1–N2, I1–I2, L1–L2. Bracket pairs (N0) follow their neighbours like other neutral characters.
 */
type BidiClass = 'L' | 'R' | 'AL' | 'EN' | 'AN' | 'ES' | 'ET' | 'CS' | 'WS' | 'ON';

const CLASSES: readonly [BidiClass, RegExp][] = [
  ['EN', /^[0-9\u00b2\u00b3\u00b9\u06f0-\u06f9]/u],
  ['AN', /^[\u0660-\u0669\u066b\u066c]/u],
  ['ES', /^[+\-\u2212]/u],
  ['CS', /^[,./:\u060c]/u],
  ['ET', /^[#$%\u00a2-\u00a5\u00b0\u00b1\u066a\u2030\u20a0-\u20cf]/u],
  ['WS', /^\p{Z}/u],
  ['R', /^[\p{sc=Hebrew}\p{sc=Nko}\p{sc=Samaritan}\p{sc=Mandaic}\p{sc=Adlam}]/u],
  ['AL', /^(?=\p{L})[\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}]/u],
  ['L', /^[\p{L}\p{N}\p{Mc}]/u],
];

const classOf = (cluster: string): BidiClass =>
  CLASSES.find(([, pattern]) => pattern.test(cluster))?.[0] ?? 'ON';

const isNumber = (kind: BidiClass | undefined) => kind === 'EN' || kind === 'AN';
const direction = (kind: BidiClass | undefined, base: 'L' | 'R'): 'L' | 'R' => {
  if (kind === undefined) return base;
  return kind === 'L' ? 'L' : 'R';
};

/** W2–W7: what each number and its signs belong to. */
function resolveNumbers(kinds: BidiClass[], base: 'L' | 'R'): void {
  let strong: BidiClass = base;
  for (const [index, kind] of kinds.entries()) {
    if (kind === 'L' || kind === 'R' || kind === 'AL') strong = kind;
    if (kind === 'EN' && strong === 'AL') kinds[index] = 'AN';
  }
  for (const [index, kind] of kinds.entries()) {
    const [before, after] = [kinds[index - 1], kinds[index + 1]];
    if (kind === 'AL') kinds[index] = 'R';
    else if (kind === 'ES' && before === 'EN' && after === 'EN') kinds[index] = 'EN';
    else if (kind === 'CS' && isNumber(before) && before === after) kinds[index] = before as BidiClass;
  }
  for (let index = 0; index < kinds.length; index++) {
    if (kinds[index] !== 'ET') continue;
    let end = index;
    while (kinds[end] === 'ET') end++;
    kinds.fill(kinds[index - 1] === 'EN' || kinds[end] === 'EN' ? 'EN' : 'ON', index, end);
  }
  strong = base;
  for (const [index, kind] of kinds.entries()) {
    if (kind === 'L' || kind === 'R') strong = kind;
    if (kind === 'ES' || kind === 'CS') kinds[index] = 'ON';
    if (kind === 'EN' && strong === 'L') kinds[index] = 'L';
  }
}

/** N1–N2: neutral characters take the direction on both their sides, or else the paragraph's. */
function resolveNeutrals(kinds: BidiClass[], base: 'L' | 'R'): void {
  const neutral = (kind: BidiClass | undefined) => kind === 'ON' || kind === 'WS';
  for (let index = 0; index < kinds.length; index++) {
    if (!neutral(kinds[index])) continue;
    let end = index;
    while (neutral(kinds[end])) end++;
    const [before, after] = [direction(kinds[index - 1], base), direction(kinds[end], base)];
    kinds.fill(before === after ? before : base, index, end);
  }
}

/**
 * Embedding level of each cluster; odd ones run from right to left.
 * @returns the paragraph's own level too: 1 when its first letter runs from right to left
 */
export function bidiLevels(clusters: readonly string[]): { base: 0 | 1; levels: number[] } {
  const kinds = clusters.map(classOf);
  const first = kinds.find((kind) => kind === 'L' || kind === 'R' || kind === 'AL');
  const base = first === 'R' || first === 'AL' ? 'R' : 'L';
  resolveNumbers(kinds, base);
  resolveNeutrals(kinds, base);
  const level = base === 'R' ? 1 : 0;
  const levels = kinds.map((kind) => {
    if (level === 1) return kind === 'R' ? 1 : 2;
    if (kind === 'R') return 1;
    return isNumber(kind) ? 2 : 0;
  });
  return { base: level, levels };
}

/** L2: the items of a line in the order in which they are drawn. */
export function visualOrder<Item extends { level: number }>(items: readonly Item[]): Item[] {
  const order = [...items];
  const highest = Math.max(0, ...order.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < order.length; start++) {
      if ((order[start]?.level ?? 0) < level) continue;
      let end = start;
      while ((order[end]?.level ?? 0) >= level) end++;
      order.splice(start, end - start, ...order.slice(start, end).reverse());
      start = end;
    }
  }
  return order;
}

const MIRRORS = new Map(
  ['()', '[]', '{}', '<>', '«»', '‹›'].flatMap(([open = '', close = '']) => [
    [open, close],
    [close, open],
  ]),
);

/** L4: a bracket as it is drawn from right to left. */
export function mirrored(cluster: string): string {
  return MIRRORS.get(cluster) ?? cluster;
}
