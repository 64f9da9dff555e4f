import * as z from 'zod';
import * as quoteApi from '#domain/quote/api.ts';
import { api } from './lib/api/api.ts';
import { pack, unpack } from './lib/kept/carry.ts';
import { KEYS, session } from './state/storage.ts';
import { toast } from './ui/toast.ts';

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
  if (handover !== undefined) return takeOver(key, handover);
  try {
    await unpack(session.read(KEYS.resumedForm) as string, key);
  } catch {
    // Without its other half the form starts empty.
  }
  session.remove(KEYS.resumedForm);
}

async function takeOver(key: string, handover: string): Promise<void> {
  try {
    const id = z.uuid().parse(handover);
    const { sealed } = await api.ask(quoteApi.openHandover, { id });
    await unpack(sealed, key);
    toast.info('What you had typed in your other browser is here too.');
  } catch {
    toast.error(
      'What you had typed was not carried over',
      'The link works once and for 15 minutes. Everything is still in the browser you came from: open the app from there again.',
    );
  }
}
