import type * as z from 'zod';
import { contactFormAnswer, type contactFormRequest } from '../../../../domain/contact/schema.ts';
import { api } from '../../lib/api/api.ts';

/** Sends a message to support, which answers by email. No wallet is needed. */
export const sendContactForm = (body: z.output<typeof contactFormRequest>) =>
  api.post('/contact', body, contactFormAnswer);
