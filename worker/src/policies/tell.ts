import { formatAmount } from '#domain/money.ts';
import { contactOf } from '#domain/products/forms/facts.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import type { Ctx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { sharesOf } from '#worker/quotes/create.ts';
import { plainFacts } from '#worker/quotes/details.ts';
import type { QuoteRow } from '#worker/quotes/repository.ts';
import type { ENDINGS } from '#worker/told/endings.ts';
import type { CoverTold, POLICIES, PolicyTold } from '#worker/told/policies.ts';
import { type Late, policyOfQuote } from '#worker/told/repository.ts';
import { tell } from '#worker/told/tell.ts';
import type { DataOf } from '#worker/told/told.ts';
import type { PolicyRow } from './repository.ts';

/** A policy and who holds it. */
export type Holder = Pick<PolicyRow['policy'], 'id' | 'wallet' | 'quote_id' | 'product' | 'customer_name'> & {
  late?: readonly Late[];
};

/** The same for a quote whose policy the batch may only open, so that its id is known later. */
export function holderOf(quote: QuoteRow): Holder {
  const late = policyOfQuote(quote.id);
  const { wallet, product, id: quote_id } = quote;
  const customer_name = contactOf(product, plainFacts(quote.details), 'name');
  return { id: late.id, wallet, quote_id, product, customer_name, late: [late] };
}

/** Identifies an event of the chain within its policy, whichever row it has. */
export const ofEvent = ({ tx_hash, event_index }: { tx_hash: string; event_index: number }) =>
  `${tx_hash}:${event_index}`;

export const keyOf = ({ quote_id }: Pick<Holder, 'quote_id'>, step: string) => `policy:${quote_id}:${step}`;

/** The policy's thread of its holder: a later one gets their own. */
export const threadOf = ({ quote_id, wallet, product }: Pick<Holder, 'quote_id' | 'wallet' | 'product'>) =>
  ({
    key: `policy:${quote_id}:${wallet}`,
    wallet,
    subject: PRODUCTS[product].label,
    type: 'general',
    category: 'policies',
    matter: 'policy',
    policy: { quoteId: quote_id },
  }) as const;

type Kind = Exclude<keyof typeof POLICIES | keyof typeof ENDINGS, 'withdrawal_received'>;

/** Why a consent on chain became no cancellation request. */
export type IgnoredBecause = DataOf<'consent_ignored'>['because'];

/** Statements that tell the holder a step of their policy, once. */
export function tellHolder<K extends Kind>(
  ctx: Ctx,
  kind: K,
  to: Holder,
  step: string,
  data: Omit<DataOf<K>, keyof PolicyTold>,
  late: readonly Late[] = [],
): Statement[] {
  const { id, product, customer_name: name, wallet, quote_id } = to;
  return tell(
    ctx,
    kind,
    { wallet, quote_id, key: keyOf(to, step), thread: threadOf(to), late: [...(to.late ?? []), ...late] },
    { policy_id: id, product, name, ...data } as unknown as DataOf<K>,
  );
}

/** Base units as `0.6000 ETH`. */
export const sumOf = ({ decimals, currency }: Pick<QuoteRow, 'decimals' | 'currency'>, amount: string) =>
  formatAmount(amount, decimals, currency);

export function coverOf(quote: QuoteRow): CoverTold {
  const { cover_start_date, start_date, end_date } = quote;
  const people = sharesOf(quote).length;
  return { people, most_usd: quote.coverage_usd / people, cover_start_date, start_date, end_date };
}
