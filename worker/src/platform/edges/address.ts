import ipaddr from 'ipaddr.js';
import { isLoopback } from '../loopback.ts';
import type { Settings } from '../settings.ts';

/** Ports below it, other than the scheme's own, belong to services that are none of ours to call. */
const FIRST_FREE_PORT = 1024;
const ADDRESS = /^(\d+\.\d+\.\d+\.\d+|\[.+\])$/;
/** The only IPv6 space that IANA has opened to the public (RFC 4291 §2.4); ipaddr.js also calls the rest of it unicast. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** Names that stand for something inside of a network. */
const INSIDE = /\.(local|internal|localhost|localdomain|intranet|lan|corp|home|arpa)$/;

/**
 * Why we do not call this address, in a sentence; null when we may. Looks at the text alone: the runtime resolves names
 * itself, and does not say to what. A local deployment may also call http on this machine, so that a developer can listen.
 */
export function placeProblem(
  { environment, publicOrigin }: Pick<Settings, 'environment' | 'publicOrigin'>,
  text: string,
): string | null {
  if (!URL.canParse(text)) return 'Please enter a web address that begins with https://.';
  const url = new URL(text);
  // A name with a dot at its end is the same name.
  const host = url.hostname.replace(/\.$/, '');
  const here = environment === 'local' && isLoopback(host);
  if (url.protocol !== 'https:' && !(here && url.protocol === 'http:')) {
    return 'Please enter a web address that begins with https://.';
  }
  if (url.username !== '' || url.password !== '') {
    return 'Please leave the user name and password out of the address.';
  }
  if (url.host.replace(/\.(?=:|$)/, '') === new URL(publicOrigin).host) {
    return 'This is our own address. Please enter one of yours.';
  }
  if (url.port !== '' && Number(url.port) < FIRST_FREE_PORT) {
    return `Please use port 443, or one from ${FIRST_FREE_PORT} on.`;
  }
  return here ? null : hostProblem(host);
}

function hostProblem(host: string): string | null {
  if (ADDRESS.test(host)) {
    return isPublic(host) ? null : 'This is not an address on the public internet.';
  }
  if (!host.includes('.')) return 'Please enter the full host name, such as hooks.your-company.com.';
  if (INSIDE.test(host)) return 'This host name does not lead to a place on the public internet.';
  return null;
}

/** @param host an address as `new URL` writes it: dotted decimal, or IPv6 in brackets */
function isPublic(host: string): boolean {
  const address = ipaddr.parse(host.replace(/^\[|\]$/g, ''));
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST));
}
