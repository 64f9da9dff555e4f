import { conflict } from '#domain/errors.ts';
import * as policyApi from '#domain/policy/api.ts';
import { isRequest } from '#domain/policy/ending.ts';
import { TRANSITIONS } from '#domain/policy/lifecycle.ts';
import { findTransfer, guardNothingUnderWay } from '#worker/money/transfers/repository.ts';
import { chainOf } from '#worker/platform/context.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { momentText } from '#worker/platform/pdf/format.ts';
import { findEnding } from '#worker/policies/endings/repository.ts';
import { closeUnrefunded } from './close-ending.ts';
import { getPolicy } from './get.ts';
import { ownPolicy } from './own.ts';
import { revokeWaiting } from './replace.ts';
import { guardPolicy } from './repository.ts';

const until = ({ until: end }: { until: string | null }) =>
  end === null
    ? 'can still reach you. If we withdraw it, you can withdraw your consent.'
    : `can still reach you until ${momentText(end)}. If it has not arrived by then, you can withdraw your consent.`;

const NOTHING = 'You have not asked to cancel this policy, or the refund was already sent.';

/**
 * Revokes the actor's consent to a cancellation where no contract keeps it: the request closes, and the policy continues. 409
 * where a contract keeps it, because only the holder's own call revokes it there, and while a refund that was prepared with
 * the consent can still reach the holder, because nothing would refuse it.
 */
export const withdrawCancellation = serve(policyApi.withdrawCancellation, async (ctx, { id }) => {
  const row = await ownPolicy(ctx, id);
  if (chainOf(ctx, row.policy.chain_id).enforcedBy === 'contract') {
    throw conflict(
      "On this network only your own transaction can revoke a consent: call revokeConsent on the policy's contract.",
    );
  }
  const asked = await findEnding(ctx.db, id);
  const over = TRANSITIONS[row.policy.status].length === 0;
  if (over || (asked && !isRequest(asked))) throw conflict(NOTHING);
  const closing = asked
    ? closeUnrefunded(ctx, row, asked, 'revoked')
    : await revokeWaiting(ctx, row, () => true);
  if (!closing) throw conflict(NOTHING);
  const statements = [guardPolicy(ctx.db, row.policy), ...closing];
  const { chain_id, quote_id } = row.policy;
  await commit(ctx, [guardNothingUnderWay(ctx.db, chain_id, quote_id), ...statements], async () => {
    const transfer = await findTransfer(ctx.db, chain_id, quote_id);
    throw conflict(
      transfer
        ? `Your refund is prepared and ${until(transfer)}`
        : 'This policy was just changed. Please review it and try again.',
    );
  });
  ctx.log.info('cancellation_closed', { policy: id, reason: 'revoked' });
  return getPolicy(ctx, { id });
});
