import { pack, unpack } from './lib/kept/carry.ts';
import { KEYS, session } from './state/storage.ts';

/** Keeps what a visitor has typed while this page loads again: encrypted in the tab, with the key after the `#` of the address. */
export async function keepForReload(): Promise<void> {
  const packed = await pack();
  if (packed === null) return;
  session.write(KEYS.resumedForm, packed.sealed);
  history.replaceState(history.state, '', `#form=${packed.key}`);
}

/** Opens with `key`, once, what the last load of this page kept. */
export async function resume(key: string): Promise<void> {
  try {
    await unpack(session.read(KEYS.resumedForm) as string, key);
  } catch {
    // Without its other half the form starts empty.
  }
  session.remove(KEYS.resumedForm);
}
