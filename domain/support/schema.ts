import * as z from 'zod';

/** Votes on the answers of the support center; `voted` is the signed-in wallet's own. */
export const faqVotes = z.array(
  z.object({ id: z.string(), helpful_count: z.number().int(), voted: z.boolean() }),
);
export type FaqVotes = z.output<typeof faqVotes>;

/** One vote per wallet and question; false withdraws it. */
export const faqVoteRequest = z.strictObject({ helpful: z.boolean() });
