import { shortHash } from '#domain/address.ts';
import { formatAmount } from '#domain/money.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import type { Paid } from '#worker/inbox/repository.ts';
import type { Chain, Purchase } from '#worker/platform/chain/chain.ts';
import type { Ctx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import type { QuoteRow } from '#worker/quotes/repository.ts';
import { tell } from '#worker/told/tell.ts';
import type { DataOf } from '#worker/told/told.ts';
import { isCustomer } from './repository.ts';

/** A second payment: its quote, and the policy that its draft already has. */
export interface Twice {
  quote: Pick<QuoteRow, 'id' | 'wallet' | 'amount' | 'decimals' | 'currency'>;
  tx_hash: string;
  policyId: number;
}

/** A payment that bought nothing: what it paid, and who. */
type Excepted = Pick<Purchase, 'quote_id' | 'tx_hash' | 'holder' | 'token' | 'amount'>;

/** What happened to a payment, as its key and its thread's messages say it. */
const STEPS = {
  payment_excepted: 'excepted',
  payment_returned: 'refunded',
  payment_bought: 'bought',
  paid_twice: 'owed',
  second_payment_returned: 'refunded',
  second_payment_counts: 'replaced',
} as const;

const keyOf = ({ quote_id, tx_hash }: Paid) => `payment:${quote_id}:${tx_hash}`;

/** All messages about a payment are in one thread. */
const threadOf = (matter: Paid, wallet: string, subject: string, policy: number | null = null) =>
  ({ key: keyOf(matter), matter, wallet, subject, policy, type: 'billing', category: 'billing' }) as const;

type Alone = 'payment_excepted' | 'payment_returned' | 'payment_bought';

/** Statements that tell whoever made a payment without a policy; the desk alone of a wallet that we don't know. */
export async function tellPayer<K extends Alone>(
  ctx: Ctx,
  kind: K,
  chain: Chain,
  { quote_id, tx_hash, holder, token, amount }: Excepted,
  data: Omit<DataOf<K>, 'sum' | 'tx_hash'>,
): Promise<Statement[]> {
  const thread = threadOf({ quote_id, tx_hash }, holder, `Payment ${shortHash(tx_hash)}`);
  const wallet = (await isCustomer(ctx.db, holder)) ? holder : null;
  const currency = chain.currencies.find((each) => each.token === token);
  const sum = currency ? formatAmount(amount, currency.decimals, currency.symbol) : 'money';
  const told = { sum, tx_hash, ...data } as unknown as DataOf<K>;
  return tell(ctx, kind, { wallet, thread, key: `${thread.key}:${STEPS[kind]}` }, told);
}

type Second = 'paid_twice' | 'second_payment_returned' | 'second_payment_counts';

/** Statements that tell a customer who paid twice. */
export function tellTwice<K extends Second>(
  ctx: Ctx,
  kind: K,
  { quote, tx_hash, policyId }: Twice,
  data: Omit<DataOf<K>, 'sum' | 'tx_hash' | 'policy_id'>,
): Statement[] {
  const { wallet } = quote;
  const thread = threadOf(
    { quote_id: quote.id, tx_hash },
    wallet,
    `Second payment for ${policyNumber(policyId)}`,
    policyId,
  );
  const sum = formatAmount(quote.amount, quote.decimals, quote.currency);
  const told = { sum, tx_hash, policy_id: policyId, ...data } as unknown as DataOf<K>;
  return tell(ctx, kind, { wallet, thread, key: `${thread.key}:${STEPS[kind]}` }, told);
}
