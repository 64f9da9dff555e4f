import { shortHash } from '#domain/address.ts';
import { formatAmount } from '#domain/money.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { PROMISES } from '#domain/promises.ts';
import { notify } from '#worker/conversations/notices/notify.ts';
import type { Chain, Purchase } from '#worker/platform/chain/chain.ts';
import type { Ctx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import type { QuoteRow } from '#worker/quotes/repository.ts';
import { isCustomer, type Reason } from './repository.ts';

/** A second payment: its quote, and the policy that its draft already has. */
export interface Twice {
  quote: Pick<QuoteRow, 'id' | 'wallet' | 'amount' | 'decimals' | 'currency'>;
  tx_hash: string;
  policyId: number;
}

const sum = ({ amount, decimals, currency }: Twice['quote']) => formatAmount(amount, decimals, currency);

/** A payment that bought nothing: what it paid, and who. */
export type Excepted = Pick<Purchase, 'quote_id' | 'tx_hash' | 'holder' | 'token' | 'amount'>;

const WHY: Readonly<Record<Reason, string>> = {
  unknown_quote: 'It matches none of our quotes, so it did not buy a policy.',
  late: 'It came after its quote had expired, so it did not buy a policy.',
  duplicate: 'Another payment had already bought this insurance.',
  mismatch: 'It does not match its quote, so it did not buy a policy.',
  unmarked: 'It came without the remark that names its quote, so we can’t tell what it pays for.',
  dust: 'It did not buy a policy and is too small to send back: a refund would take more.',
};
const BACK = `We will send the money back to the wallet that paid within ${PROMISES.refundBusinessDays} business days.`;
const NEXT: Readonly<Record<Reason, string>> = {
  unknown_quote: BACK,
  late: BACK,
  duplicate: BACK,
  mismatch: BACK,
  unmarked: BACK,
  dust: 'Please write to us if you didn’t mean to send it.',
};

/** Statements for the messages about a payment without a policy, in one thread; none for a wallet that we don't know. */
async function notifyAlone(
  ctx: Ctx,
  { quote_id, tx_hash, holder: wallet }: Pick<Excepted, 'quote_id' | 'tx_hash' | 'holder'>,
  { step, subject, text }: { step: string; subject: string; text: string },
): Promise<Statement[]> {
  if (!(await isCustomer(ctx.db, wallet))) return [];
  const key = `payment:${quote_id}:${tx_hash}`;
  return notify(ctx, {
    wallet,
    subject,
    text,
    key: `${key}:${step}`,
    path: '/messages',
    letter: null,
    thread: {
      key,
      wallet,
      type: 'billing',
      category: 'billing',
      policy: null,
      subject: `Payment ${shortHash(tx_hash)}`,
    },
  });
}

const amountOf = (chain: Chain, { token, amount }: Pick<Excepted, 'token' | 'amount'>) => {
  const currency = chain.currencies.find((each) => each.token === token);
  return currency ? formatAmount(amount, currency.decimals, currency.symbol) : 'money';
};

/** A payment arrived that became no policy: why, and what happens next. */
export function notifyExcepted(
  ctx: Ctx,
  chain: Chain,
  payment: Excepted,
  reason: Reason,
): Promise<Statement[]> {
  const sum = amountOf(chain, payment);
  return notifyAlone(ctx, payment, {
    step: 'excepted',
    subject: `Your payment of ${sum} did not buy a policy`,
    text: `We received your payment of ${sum} (transaction ${payment.tx_hash}). ${WHY[reason]} ${NEXT[reason]}`,
  });
}

/** Its refund's event is confirmed. */
export function notifyReturned(
  ctx: Ctx,
  chain: Chain,
  payment: Excepted,
  refundTxHash: string,
): Promise<Statement[]> {
  const sum = amountOf(chain, payment);
  return notifyAlone(ctx, payment, {
    step: 'refunded',
    subject: `We sent your payment of ${sum} back`,
    text: `We sent your payment of ${sum} back to the wallet that paid, in transaction ${refundTxHash}.`,
  });
}

/** A node had shown it otherwise, and now it buys its quote. */
export const notifyBought = (ctx: Ctx, payment: Excepted): Promise<Statement[]> =>
  notifyAlone(ctx, payment, {
    step: 'bought',
    subject: 'Your payment bought your policy',
    text: `We first read your payment (transaction ${payment.tx_hash}) wrongly from the network. It does match its quote, so it bought your policy; see My Policies. There is nothing to send back.`,
  });

/** One thread per payment holds all of its messages. */
const notifyPayer = (ctx: Ctx, twice: Twice, step: string, subject: string, text: string): Statement[] =>
  notify(ctx, {
    wallet: twice.quote.wallet,
    thread: {
      key: `payment:${twice.quote.id}:${twice.tx_hash}`,
      wallet: twice.quote.wallet,
      subject: `Second payment for ${policyNumber(twice.policyId)}`,
      type: 'billing',
      category: 'billing',
      policy: twice.policyId,
    },
    subject,
    text,
    key: `payment:${twice.quote.id}:${twice.tx_hash}:${step}`,
    path: '/messages',
    letter: null,
  });

/** The customer paid twice: how much we owe, and when it will arrive. */
export function notifyOwed(ctx: Ctx, twice: Twice): Statement[] {
  const owed = sum(twice.quote);
  const text = `You paid twice; we owe you ${owed}. ${policyNumber(twice.policyId)} was already paid when your second payment arrived (transaction ${twice.tx_hash}). We will send ${owed} back to the wallet that paid within ${PROMISES.refundBusinessDays} business days. You do not need to do anything.`;
  return notifyPayer(ctx, twice, 'owed', `You paid twice; we owe you ${owed}`, text);
}

/** The refund's event is confirmed. */
export function notifyRefunded(ctx: Ctx, twice: Twice, refundTxHash: string): Statement[] {
  const owed = sum(twice.quote);
  const text = `We have refunded your second payment for ${policyNumber(twice.policyId)}: ${owed} went back to the wallet that paid, in transaction ${refundTxHash}. ${policyNumber(twice.policyId)} stays as it is.`;
  return notifyPayer(ctx, twice, 'refunded', `Your second payment of ${owed} was refunded`, text);
}

/** The first payment is permanently lost, so the second one pays for the policy. */
export function notifyReplaced(ctx: Ctx, twice: Twice): Statement[] {
  const text = `The network permanently reversed your first payment for ${policyNumber(twice.policyId)}, so we never received it. Your payment of ${sum(twice.quote)} (transaction ${twice.tx_hash}) now pays for ${policyNumber(twice.policyId)}, and you are covered. There is nothing to refund.`;
  return notifyPayer(
    ctx,
    twice,
    'replaced',
    `Your payment now pays for ${policyNumber(twice.policyId)}`,
    text,
  );
}
