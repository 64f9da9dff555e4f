import type * as z from 'zod';
import {
  deliveryOf,
  deliveryProblem,
  type LetterEntry,
  type letterQuery,
} from '../../../../domain/admin/letters-schema.ts';
import type { AdminCtx } from '../../platform/context.ts';
import { policyLetters, type ShownLetter, threadLetters } from './repository.ts';

/** The newest letters about a claim, policy or thread, with what became of each; none for a record without letters. */
export async function listLetters(
  ctx: AdminCtx,
  { claim_id: claim, policy_id: policy, thread_id: thread }: z.output<typeof letterQuery>,
): Promise<LetterEntry[]> {
  const rows =
    policy !== undefined
      ? await policyLetters(ctx.db, policy)
      : await threadLetters(ctx.db, claim === undefined ? { thread: thread ?? 0 } : { claim });
  return rows.map(present);
}

const present = (row: ShownLetter): LetterEntry => ({
  id: row.id,
  message_id: row.messageId,
  subject: row.subject,
  to: row.target,
  state: deliveryOf(row),
  problem: row.state === 'sent' ? null : deliveryProblem(row.lastError),
  written_at: row.writtenAt,
  sent_at: row.sentAt,
});
