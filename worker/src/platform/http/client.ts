import ipaddr from 'ipaddr.js';
import type { Ctx } from '#worker/platform/context.ts';

/** The network one subscriber usually has, in groups of 16 bits. */
const NETWORK_GROUPS = 4;

/**
 * Rate-limit identity before sign-in: an IPv4 address, or the /64 of an IPv6 address, whose owner can use
 * any address in it. All requests without an address share one.
 * @param header `cf-connecting-ip`, which the platform sets
 */
export function clientOf(header: string | undefined): string {
  const text = header?.trim() ?? '';
  // Checking an IPv6 address as IPv4 throws inside the library, which takes longer than all else here.
  if (!text.includes(':')) return ipaddr.IPv4.isValidFourPartDecimal(text) ? text : 'unknown';
  const zoneless = text.replace(/%.*$/, '');
  if (!ipaddr.IPv6.isValid(zoneless)) return 'unknown';
  const address = ipaddr.IPv6.parse(zoneless);
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  const network = address.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** The rate-limit identity of a request's sender. */
export const clientIn = (request: { header(name: string): string | undefined }) =>
  clientOf(request.header('cf-connecting-ip'));

/** Who is signed in: a wallet key, or `admin:<id>` (never a wallet key); null if nobody is. */
export function callerOf({ actor, admin }: Pick<Ctx, 'actor' | 'admin'>): string | null {
  return admin ? `admin:${admin.id}` : (actor?.wallet ?? null);
}

/** The token of an `Authorization: Bearer` header (RFC 6750 §2.1); null if absent. */
export function bearerToken(header: string | undefined): string | null {
  const [scheme, token] = (header ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && token ? token : null;
}

/** The first that matches, since each browser also names those before it. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const named = (list: typeof BROWSERS, userAgent: string) =>
  list.find(([pattern]) => pattern.test(userAgent))?.[1];

/** Browser and system of a user agent, such as `Firefox on macOS`; nothing else of it is kept. */
export function deviceOf(userAgent: string): string {
  const [browser, system] = [named(BROWSERS, userAgent), named(SYSTEMS, userAgent)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}
