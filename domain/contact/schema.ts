import * as z from 'zod';
import { emailField } from '#domain/fields.ts';
import { messageField, subjectField } from '#domain/messages/schema.ts';
import { cleanLine } from '#domain/text.ts';

/** The contact form. It needs no wallet and becomes a thread in support's inbox, answered by email. */
export const contactFormRequest = z.strictObject({
  name: z
    .string()
    .overwrite(cleanLine)
    .min(1, 'Please enter your name.')
    .max(120, 'Please keep the name to 120 characters.'),
  email: emailField,
  subject: subjectField,
  message: messageField,
});
export const contactFormAnswer = z.object({ received_at: z.iso.datetime() });
