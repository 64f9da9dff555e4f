import { formatAmount } from '../../../../domain/money.ts';
import { policyNumber } from '../../../../domain/policy/lifecycle.ts';
import { PROMISES } from '../../../../domain/promises.ts';
import { notify } from '../../conversations/notices/notify.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Statement } from '../../platform/db/client.ts';
import type { QuoteRow } from '../../quotes/repository.ts';

/** A second payment: its quote, and the policy that its draft already has. */
export interface Twice {
  quote: Pick<QuoteRow, 'id' | 'wallet' | 'amount' | 'decimals' | 'currency'>;
  txHash: string;
  policyId: number;
}

const sum = ({ amount, decimals, currency }: Twice['quote']) => formatAmount(amount, decimals, currency);

/** One thread per payment holds all of its messages. */
const notifyPayer = (
  ctx: Ctx,
  twice: Twice,
  step: string,
  subject: string,
  text: string,
): Promise<Statement[]> =>
  notify(ctx, {
    wallet: twice.quote.wallet,
    thread: {
      key: `payment:${twice.quote.id}:${twice.txHash}`,
      wallet: twice.quote.wallet,
      subject: `Second payment for ${policyNumber(twice.policyId)}`,
      type: 'billing',
      category: 'billing',
      policy: twice.policyId,
    },
    subject,
    text,
    key: `payment:${twice.quote.id}:${twice.txHash}:${step}`,
    path: '/messages',
    letter: null,
  });

/** The customer paid twice: how much we owe, and when it will arrive. */
export function notifyOwed(ctx: Ctx, twice: Twice): Promise<Statement[]> {
  const owed = sum(twice.quote);
  const text = `You paid twice; we owe you ${owed}. ${policyNumber(twice.policyId)} was already paid when your second payment arrived (transaction ${twice.txHash}). We will send ${owed} back to the wallet that paid within ${PROMISES.refundBusinessDays} business days. You do not need to do anything.`;
  return notifyPayer(ctx, twice, 'owed', `You paid twice; we owe you ${owed}`, text);
}

/** The refund's event is confirmed. */
export function notifyRefunded(ctx: Ctx, twice: Twice, refundTxHash: string): Promise<Statement[]> {
  const owed = sum(twice.quote);
  const text = `We have refunded your second payment for ${policyNumber(twice.policyId)}: ${owed} went back to the wallet that paid, in transaction ${refundTxHash}. ${policyNumber(twice.policyId)} stays as it is.`;
  return notifyPayer(ctx, twice, 'refunded', `Your second payment of ${owed} was refunded`, text);
}

/** The first payment is permanently lost, so the second one pays for the policy. */
export function notifyReplaced(ctx: Ctx, twice: Twice): Promise<Statement[]> {
  const text = `The network permanently reversed your first payment for ${policyNumber(twice.policyId)}, so we never received it. Your payment of ${sum(twice.quote)} (transaction ${twice.txHash}) now pays for ${policyNumber(twice.policyId)}, and you are covered. There is nothing to refund.`;
  return notifyPayer(
    ctx,
    twice,
    'replaced',
    `Your payment now pays for ${policyNumber(twice.policyId)}`,
    text,
  );
}
