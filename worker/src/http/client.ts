const V4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;
const GROUPS = 8;
/** A network that one subscriber usually has, in groups of 16 bits. */
const NETWORK_GROUPS = 4;

/** The eight groups of an IPv6 address (RFC 4291 §2.2); null when the text is none. */
function groupsOf(text: string): number[] | null {
  const [head = '', tail, more] = text.split('::');
  if (more !== undefined) return null;
  const [left, right] = [head, tail ?? ''].map((part) =>
    part === '' ? [] : part.split(':').flatMap(groupOf),
  );
  if (!left || !right) return null;
  const missing = GROUPS - left.length - right.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return null;
  const groups = [...left, ...Array<number>(missing).fill(0), ...right];
  return groups.some(Number.isNaN) ? null : groups;
}

/** One group, or the two that a dotted IPv4 address at the end stands for. */
function groupOf(text: string): number[] {
  const [, a, b, c, d] = (V4.exec(text) ?? []).map(Number);
  if (a !== undefined && b !== undefined && c !== undefined && d !== undefined) {
    return [(a << 8) | b, (c << 8) | d];
  }
  return [/^[0-9a-f]{1,4}$/i.test(text) ? Number.parseInt(text, 16) : Number.NaN];
}

/**
 * Whom a request counts for before anybody has signed in: an IPv4 address, or the /64 of an IPv6 one, whose owner can
 * take any address in it. All requests without an address are one client.
 * @param header `cf-connecting-ip`, which the platform sets itself
 */
export function clientOf(header: string | undefined): string {
  const text = header?.trim() ?? '';
  if (V4.test(text)) return text;
  const groups = groupsOf(text.replace(/%.*$/, ''));
  if (!groups) return 'unknown';
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (mapped) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  }
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}
