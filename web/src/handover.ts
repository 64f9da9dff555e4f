import * as z from 'zod';
import * as quoteApi from '#domain/quote/api.ts';
import { api } from './lib/api/api.ts';
import { unpack } from './lib/kept/carry.ts';
import { toast } from './ui/toast.ts';

/** Opens what a visitor had typed in another browser. */
export async function takeOver(key: string, handover: string): Promise<void> {
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
