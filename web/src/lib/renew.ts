import { isOffline } from './network.ts';

/** Whether our server serves this page, and from the build that this page was loaded with. */
export async function lookAtServer(): Promise<'same' | 'newer' | 'unreachable'> {
  if (isOffline()) return 'unreachable';
  try {
    const page = await fetch(location.pathname, { cache: 'no-store', headers: { accept: 'text/html' } });
    // The entry's name changes with every chunk's.
    const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src*="/index-"]')?.src;
    return entry && !(await page.text()).includes(new URL(entry).pathname) ? 'newer' : 'same';
  } catch {
    return 'unreachable';
  }
}

/** Why our API can't be reached although the site can, in a sentence; null if nothing can. */
export const whyUnreachable = async (): Promise<string | null> =>
  (await lookAtServer()) === 'unreachable'
    ? null
    : 'Something blocks our server, perhaps an ad blocker or a firewall. Please allow this site in it and try again.';

/** Keeps what would otherwise end with this page. Set once at startup, because this layer knows no state. */
export const beforeReload: { keep: () => Promise<void> } = { keep: async () => undefined };

/** Loads this page again, if our server can be reached. */
export async function renew(): Promise<void> {
  if ((await lookAtServer()) === 'unreachable') return;
  await beforeReload.keep();
  location.reload();
}

const isFilled = ({ value, type }: HTMLInputElement) =>
  type !== 'radio' && type !== 'checkbox' && value.trim() !== '';

/** Loads the page of an older build again, unless something on it may have been typed. */
export async function renewIfOld(): Promise<void> {
  const fields = document.querySelectorAll<HTMLInputElement>('input, textarea');
  if ([...fields].some(isFilled) || (await lookAtServer()) !== 'newer') return;
  location.reload();
}
