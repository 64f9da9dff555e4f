/** What money that moved to or from our recipient means: the rules of docs/architecture.md for chains without a contract. */

import { dayEnd, dayStart } from '#domain/days.ts';
import { coverAfterRefund } from '#domain/payouts/after-refund.ts';
import type { Remark } from '#domain/payouts/remark.ts';
import { paymentId } from '#domain/quote/terms-id.ts';
import { type OwnExtrinsic, type Payment, paymentsIn } from '#domain/substrate/changes.ts';
import type { Books, BoughtBy } from '#worker/platform/chain/books.ts';
import type { ChainEvent, Purchase } from '#worker/platform/chain/chain.ts';
import type { RegistryEntry, SoldQuote } from '#worker/platform/chain/terms.ts';

/** What our records say about the quotes that some payments name. */
interface Known {
  terms: ReadonlyMap<string, SoldQuote>;
  bought: ReadonlyMap<string, BoughtBy>;
  entries: ReadonlyMap<string, RegistryEntry>;
  /** Who holds what was paid for, on record or just now, by its id. */
  holders: ReadonlyMap<string, string>;
}

/** The events of some extrinsics, which are in chain order. */
export async function eventsOf(
  genesis: string,
  recipients: readonly string[],
  books: Books,
  extrinsics: readonly OwnExtrinsic[],
): Promise<ChainEvent[]> {
  const isOurs = (account: string) => recipients.includes(account);
  const payments = extrinsics.flatMap((extrinsic) => paymentsIn(extrinsic, recipients));
  const named = (kinds: readonly Remark['kind'][]) => [
    ...new Set(
      payments.flatMap(({ remark }) =>
        remark !== null && 'quoteId' in remark && kinds.includes(remark.kind) ? [remark.quoteId] : [],
      ),
    ),
  ];
  const [about, purchases, payouts] = [
    named(['purchase', 'claim', 'refund']),
    named(['purchase']),
    named(['claim', 'refund']),
  ];
  const [terms, bought, entries] = await Promise.all([
    about.length > 0 ? books.quotes(genesis, about) : new Map<string, SoldQuote>(),
    purchases.length > 0 ? books.bought(genesis, purchases) : new Map<string, BoughtBy>(),
    payouts.length > 0 ? books.registered(genesis, payouts) : new Map<string, RegistryEntry>(),
  ]);
  // Of several payments of a quote that are all new, the first one buys it.
  const holders = new Map([...entries].map(([quoteId, { holder }]) => [quoteId, holder]));
  const known = { terms, bought: new Map(bought), entries, holders };
  return payments.flatMap((payment): ChainEvent[] => {
    if (isOurs(payment.from)) return [paidOut(genesis, payment, known)];
    const purchase = paidIn(genesis, payment, known);
    if (!purchase) return [];
    holders.set(purchase.quote_id, purchase.holder);
    return [payment.isDust && purchase.productCode === NO_PRODUCT ? { ...purchase, dust: true } : purchase];
  });
}

const seen = ({ txHash, at, block }: Payment) =>
  ({ tx_hash: txHash, event_index: at, block, token: null }) as const;

/** Money that a customer paid. It buys what its remark names; if it can't, it is a purchase of its own that is owed back. */
function paidIn(
  genesis: string,
  payment: Payment,
  { terms, bought }: { terms: Known['terms']; bought: Map<string, BoughtBy> },
): Purchase | null {
  const { remark, from, to, amount, txHash, at, block } = payment;
  if (remark?.kind === 'fund') return null;
  const id = paymentId(genesis, txHash, at);
  const own: Purchase = {
    kind: 'purchased',
    ...seen(payment),
    contract: to,
    quote_id: id,
    holder: from,
    amount,
    productCode: NO_PRODUCT,
    coverageUsd: 0,
    start: block.time,
    end: block.time,
    detailsHash: id,
  };
  if (payment.unmarked && remark === null) return { ...own, unmarked: true };
  if (remark?.kind !== 'purchase') return own;
  const { quoteId } = remark;
  const quote = terms.get(quoteId);
  if (!quote) return own;
  if (quote.holder !== from || quote.contract !== to || quote.token !== null || quote.amount !== amount) {
    return { ...own, misfits: quoteId };
  }
  const first = bought.get(quoteId) ?? { txHash, eventIndex: at };
  bought.set(quoteId, first);
  if (first.txHash !== txHash || first.eventIndex !== at) return { ...own, repeats: quoteId };
  const { productCode, coverageUsd, startDay, endDay, detailsHash } = quote;
  const start = Math.max(dayStart(startDay), block.time);
  return { ...own, quote_id: quoteId, productCode, coverageUsd, start, end: dayEnd(endDay), detailsHash };
}

/** Product code of a payment that bought no quote. */
export const NO_PRODUCT = 0;

/**
 * Money that our recipient paid. It pays a claim or a refund only if it reached the holder of something that was paid for:
 * with a remark about anything else, or none, it left without a reason.
 */
function paidOut(genesis: string, payment: Payment, { terms, entries, holders }: Known): ChainEvent {
  const { remark, from, to, amount, block, txHash, at } = payment;
  const isOurs = remark?.kind === 'claim' || remark?.kind === 'refund';
  if (!isOurs || holders.get(remark.quoteId) !== to) {
    const quoteId = paymentId(genesis, txHash, at);
    return { kind: 'paid_in_error', ...seen(payment), contract: from, quote_id: quoteId, holder: to, amount };
  }
  const { quoteId } = remark;
  const [quote, entry] = [terms.get(quoteId), entries.get(quoteId)];
  const shared = { ...seen(payment), contract: from, quote_id: quoteId, holder: to, amount };
  if (remark.kind === 'claim') {
    const { usd, claimNumber, incidentAt } = remark;
    return { kind: 'claim_paid', ...shared, usd, claimNumber, incidentAt };
  }
  const { outcome } = remark;
  const start = entry?.start ?? block.time;
  const isVoid = outcome === 'cancelled' && amount === quote?.amount;
  const sold = quote ? dayEnd(quote.endDay) : start;
  const end = coverAfterRefund({ start, end: sold, at: block.time, isVoid });
  return { kind: 'premium_refunded', ...shared, outcome, end };
}
