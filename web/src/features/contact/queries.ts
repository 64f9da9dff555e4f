import type * as z from 'zod';
import { complaintAnswer, type complaintRequest } from '../../../../domain/complaints/schema.ts';
import { contactFormAnswer, type contactFormRequest } from '../../../../domain/contact/schema.ts';
import { api } from '../../lib/api/api.ts';

/** Sends a message to support, which answers by email. No wallet is needed. */
export const sendContactForm = (body: z.output<typeof contactFormRequest>) =>
  api.post('/contact', body, contactFormAnswer);

/** Complains. The answer comes by email. */
export const sendComplaint = (body: z.output<typeof complaintRequest>) =>
  api.post('/complaints', body, complaintAnswer);
