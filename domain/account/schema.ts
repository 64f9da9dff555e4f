import * as z from 'zod';

/** The token of a confirmation letter. It confirms that address for that wallet. */
export const confirmEmailRequest = z.strictObject({ token: z.string().min(20).max(200) });
export const confirmEmailAnswer = z.object({ email: z.string(), confirmed_at: z.iso.datetime() });

/** Status of a letter. `awaiting_confirmation`: it is sent once its address is confirmed. */
export const LETTER_STATES = ['awaiting_confirmation', 'queued', 'sent', 'failed'] as const;
export const letterState = z.enum(LETTER_STATES);
export type LetterState = z.output<typeof letterState>;
