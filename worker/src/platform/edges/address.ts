import ipaddr from 'ipaddr.js';
import { isLoopback, type Settings } from '#worker/platform/settings.ts';

/** Lower ports, except the scheme's own, belong to services that we must not call. */
const FIRST_FREE_PORT = 1024;
const ADDRESS = /^(\d+\.\d+\.\d+\.\d+|\[.+\])$/;
/** The only public IPv6 space (RFC 4291 §2.4); ipaddr.js counts more than that as unicast. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** Names that resolve inside a private network. */
const INSIDE = /\.(local|internal|localhost|localdomain|intranet|lan|corp|home|arpa)$/;

/**
 * A sentence that says why we don't call this URL, or null if we may. It judges the text alone, because
 * the runtime resolves names itself and doesn't reveal to what. A local deployment may also call http on
 * this machine, so that a developer can listen.
 */
export function outboundUrlProblem(
  { environment, publicOrigin }: Pick<Settings, 'environment' | 'publicOrigin'>,
  text: string,
): string | null {
  if (!URL.canParse(text)) return 'Please enter a web address that begins with https://.';
  const url = new URL(text);
  // A trailing dot doesn't change the name.
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
  if (INSIDE.test(host)) return 'This host name is not on the public internet.';
  return null;
}

/** @param host as `new URL` writes it: dotted decimal, or IPv6 in brackets */
function isPublic(host: string): boolean {
  const address = ipaddr.parse(host.replace(/^\[|\]$/g, ''));
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST));
}
