import { policyNumber } from '#domain/policy/lifecycle.ts';
import type { DraftPaid } from '#domain/quote/schema.ts';
import { type Chain, ifReachable } from '#worker/platform/chain/chain.ts';
import type { WalletCtx } from '#worker/platform/context.ts';
import { findByGroup } from '#worker/policies/repository.ts';
import { payableOfDraft } from '#worker/quotes/find.ts';
import type { PayableQuote } from '#worker/quotes/repository.ts';
import { isLost } from '#worker/settlement/effects/take-over.ts';
import { settleTransaction } from '#worker/settlement/payments/settle.ts';
import { type ReportedTransaction, reportedBy } from '#worker/settlement/reported/repository.ts';

/** How long a reported transaction may take to reach our node, in milliseconds. */
const UNSEEN_MS = 120_000;

/**
 * Whether the actor's draft is paid, or a payment is under way, according to our database, the wallet's reports and
 * the registry. Null if another of its quotes can be bought.
 */
export async function paidDraft(ctx: WalletCtx, draftId: string): Promise<DraftPaid | null> {
  const recorded = await bought(ctx, draftId);
  if (recorded) return recorded;
  const quotes = await payableOfDraft(ctx, draftId);
  if (quotes.length === 0) return null;
  const sent = await underWay(ctx, quotes);
  return (await bought(ctx, draftId)) ?? sent ?? (await registered(ctx, quotes));
}

/** The draft's policy. Null if its payment is permanently lost; without a number if another wallet holds it. */
async function bought(ctx: WalletCtx, draftId: string): Promise<DraftPaid | null> {
  const row = await findByGroup(ctx.db, draftId);
  if (!row || isLost(row)) return null;
  const { id, quote_id, wallet } = row.policy;
  if (wallet !== ctx.actor.wallet) return { quote_id, policy_id: null, policy_number: null };
  return { quote_id, policy_id: id, policy_number: policyNumber(id) };
}

/** A reported payment that isn't mined yet, or may be while the chain is unreachable. */
async function underWay(ctx: WalletCtx, quotes: readonly PayableQuote[]): Promise<DraftPaid | null> {
  const ids = quotes.map(({ id }) => id);
  for (const reported of await reportedBy(ctx.db, ctx.actor.wallet, ids)) {
    const chain = chainWith(ctx, reported.chain_id);
    if (!chain || reported.quote_id === null) continue;
    const verdict = await ifReachable(
      settleTransaction(ctx, chain, reported.tx_hash),
      () => 'waiting' as const,
    );
    if (verdict === 'waiting' || (verdict === 'unknown' && (await mayAppear(ctx, chain, reported)))) {
      return { quote_id: reported.quote_id, policy_id: null, policy_number: null };
    }
  }
  return null;
}

/** Whether a transaction unknown to the node may still reach it. False once another one was mined in its place. */
async function mayAppear(
  ctx: WalletCtx,
  chain: Chain,
  { created_at, tx_hash, sender, nonce }: ReportedTransaction,
) {
  if (ctx.clock() - Date.parse(created_at) >= UNSEEN_MS) return false;
  if (sender === null || nonce === null) return true;
  return !(await ifReachable(chain.wasReplaced(tx_hash, { sender, nonce }), () => false));
}

const chainWith = (ctx: WalletCtx, id: string) => ctx.chains.find((chain) => chain.id === id);

/** A quote that the registry shows as bought although nobody reported it. Unreachable chains are skipped. */
async function registered(ctx: WalletCtx, quotes: readonly PayableQuote[]): Promise<DraftPaid | null> {
  for (const chain of ctx.chains) {
    const here = quotes.filter((quote) => quote.chain_id === chain.id);
    if (here.length === 0) continue;
    const entries = await ifReachable(chain.registeredNow(here), () => []);
    const sold = here.find((_, index) => entries[index]);
    if (sold) return { quote_id: sold.id, policy_id: null, policy_number: null };
  }
  return null;
}
