import { moveToQuote } from '../../claims/repository.ts';
import { isActive } from '../../identity/account/repository.ts';
import type { Chain } from '../../platform/chain/chain.ts';
import { type Ctx, nowIso } from '../../platform/context.ts';
import { commit } from '../../platform/db/commit.ts';
import { replaceQuote } from '../../policies/changes.ts';
import type { GroupRow } from '../../policies/repository.ts';
import { keepQuote, releaseQuote } from '../../quotes/purge.ts';
import type { QuoteRow } from '../../quotes/repository.ts';
import { isConfirmed } from '../ledger/blocks.ts';
import {
  deletePayment,
  dropHints,
  type ExceptionRow,
  guardException,
  guardPayment,
  insertPayment,
  type Location,
  setExceptionStatus,
} from './repository.ts';
import { tellReplaced } from './tell.ts';

/** A payment that stands, with the moment from which its registry entry covers (ISO). */
export interface Standing extends Location {
  coverFrom: string;
}

/** Whether the policy of a draft waits for a payment that can never come back. */
export const isLost = ({ policy, payment }: GroupRow): boolean =>
  policy.status === 'pending' && payment.status === 'orphaned' && payment.givenUpAt !== null;

/**
 * Gives a policy whose payment is lost for good to another payment of the same draft, which stands: paid is covered, and
 * covered once. Number and history stay. An exception that the payment was recorded as ends with it.
 * @returns false when something changed meanwhile, and then nothing was done
 */
export async function takeOver(
  ctx: Ctx,
  chain: Chain,
  lost: GroupRow,
  heir: { quote: QuoteRow; standing: Standing; exception: ExceptionRow | null },
  head: number,
): Promise<boolean> {
  const { quote, standing, exception } = heir;
  if (!isLost(lost) || lost.policy.wallet !== quote.wallet) return false;
  const { coverFrom, ...location } = standing;
  const confirmed = isConfirmed(chain, location.blockNumber, head);
  const state = { confirmed, accountActive: await isActive(ctx.db, quote.wallet) };
  const becamePolicy = { from: 'open', status: 'became_policy', resolvedAt: nowIso(ctx) } as const;
  const twice = { quote, txHash: location.txHash, policyId: lost.policy.id };
  const done = await commit(
    ctx,
    [
      guardPayment(ctx.db, lost.payment, lost.policy.status),
      ...(exception
        ? [guardException(ctx.db, exception), setExceptionStatus(ctx.db, exception.id, becamePolicy)]
        : []),
      deletePayment(ctx.db, lost.payment.id),
      insertPayment(ctx.db, {
        ...location,
        quoteId: quote.id,
        chainId: chain.id,
        wallet: quote.wallet,
        currency: quote.currency,
        amount: quote.amount,
        status: confirmed ? 'confirmed' : 'unconfirmed',
        createdAt: nowIso(ctx),
        confirmedAt: confirmed ? nowIso(ctx) : null,
      }),
      ...replaceQuote(ctx, lost, quote, { txHash: location.txHash, coverFrom }, state),
      moveToQuote(ctx.db, lost.quote.id, quote.id),
      releaseQuote(ctx, lost.quote.id),
      keepQuote(ctx, quote.id),
      dropHints(ctx.db, chain.id, location.txHash),
      ...(await tellReplaced(ctx, twice)),
    ],
    () => false,
  );
  if (!done) return false;
  ctx.log.warn('payment_replaced', { chain: chain.id, policy: lost.policy.id });
  return true;
}
