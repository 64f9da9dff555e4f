/** Which IP addresses belong to somebody on the public internet, by IANA's special-purpose registries (RFC 6890). */

/**
 * First address and prefix length, in order: this host, private, CGNAT, loopback, link-local with the metadata services,
 * private, protocol assignments, documentation, 6to4 relays, private, benchmarks, documentation, multicast, reserved.
 */
const NOT_PUBLIC_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/**
 * Of IPv6 only global unicast, 2000::/3, is public at all: that leaves out loopback, mapped and translated IPv4 (NAT64),
 * unique-local, link-local and multicast. In it these are not: protocol assignments with Teredo, documentation, 6to4.
 */
const NOT_PUBLIC_V6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const numberV4 = (text: string) => text.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);

/** @param text as `new URL` writes it: hexadecimal groups with at most one `::` */
function numberV6(text: string): bigint {
  const [head = [], tail = []] = text.split('::').map((part) => part.split(':').filter(Boolean));
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
  return groups.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n);
}

const inside = (address: bigint, first: bigint, prefix: number, bits: number) =>
  address >> BigInt(bits - prefix) === first >> BigInt(bits - prefix);

/** @param text dotted decimal */
export function isPublicV4(text: string): boolean {
  const address = numberV4(text);
  return !NOT_PUBLIC_V4.some(([first, prefix]) => inside(address, numberV4(first), prefix, 32));
}

/** @param text without brackets, as `new URL` writes it */
export function isPublicV6(text: string): boolean {
  const address = numberV6(text);
  if (!inside(address, numberV6('2000::'), 3, 128)) return false;
  return !NOT_PUBLIC_V6.some(([first, prefix]) => inside(address, numberV6(first), prefix, 128));
}
