import { pack, unpack } from './lib/kept/carry.ts';
import { loadPart } from './lib/load-part.ts';
import { KEYS, session } from './state/storage.ts';

/** Keeps what a visitor has typed while this page loads again: encrypted in the tab, with the key after the `#` of the address. */
export async function keepForReload(): Promise<void> {
  const packed = await pack();
  if (packed === null) return;
  session.write(KEYS.resumedForm, packed.sealed);
  history.replaceState(history.state, '', `#form=${packed.key}`);
}

/** Opens, once, what the last load of this page kept or, with a second part of `code`, what another browser handed over. */
export async function resume(code: string): Promise<void> {
  const [key = '', handover] = code.split('.');
  if (handover !== undefined) return (await loadPart(() => import('./handover.ts'))).takeOver(key, handover);
  try {
    await unpack(session.read(KEYS.resumedForm) as string, key);
  } catch {
    // Without its other half the form starts empty.
  }
  session.remove(KEYS.resumedForm);
}
