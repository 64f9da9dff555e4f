import type * as z from 'zod';
import { contactFormAnswer, type contactFormRequest } from '../../../../domain/contact/schema.ts';
import { api } from '../../lib/api/api.ts';

/** Hands a message of somebody without a wallet to support, who answers by email. */
export async function sendContactForm(body: z.output<typeof contactFormRequest>): Promise<void> {
  await api.post('/contact', body, contactFormAnswer);
}
