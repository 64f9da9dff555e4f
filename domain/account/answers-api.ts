import * as z from 'zod';
import { answer, call } from '#domain/http/call.ts';

export const TAG = 'profile';

/** What a new form can start with: the profile's contact details, else those of the newest policy; empty if unknown. */
export const knownAnswers = z.object({
  contact: z.object({ name: z.string(), telephone: z.string(), email: z.string() }),
  /** Other answers that are asked once, by the field's name. */
  fields: z.record(z.string(), z.string()),
  /** Whether a profile was saved. */
  in_profile: z.boolean(),
});
export type KnownAnswers = z.output<typeof knownAnswers>;

export const getKnownAnswers = call('getKnownAnswers', 'GET /profile/answers', {
  summary: 'What a new form can start with, from the profile or the newest policies',
  who: 'wallet',
  answers: { 200: answer(knownAnswers, 'Known answers') },
});
