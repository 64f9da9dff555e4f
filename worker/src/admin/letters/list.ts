import { deliveryOf, deliveryProblem, type LetterEntry } from '#domain/admin/letters-schema.ts';
import * as adminMessagesApi from '#domain/admin/messages-api.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { policyLetters, type ShownLetter, threadLetters } from './repository.ts';

/** The newest letters about a claim, policy or thread, with what became of each; none for a record without letters. */
export const listLetters = serve(
  adminMessagesApi.listLetters,
  async (ctx, { claim_id: claim, policy_id: policy, thread_id: thread }) => {
    const rows =
      policy !== undefined
        ? await policyLetters(ctx.db, policy)
        : await threadLetters(ctx.db, claim === undefined ? { thread: thread ?? 0 } : { claim });
    return rows.map(present);
  },
);

const present = (row: ShownLetter): LetterEntry => ({
  ...row,
  message_id: row.messageId,
  to: row.target,
  state: deliveryOf(row),
  problem: row.state === 'sent' ? null : deliveryProblem(row.lastError),
  written_at: row.writtenAt,
});
