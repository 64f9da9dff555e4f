import { formatAmount } from '../../../../domain/money.ts';
import { policyNumber } from '../../../../domain/policy/lifecycle.ts';
import { PROMISES } from '../../../../domain/promises.ts';
import { notify } from '../../conversations/notices/notify.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Statement } from '../../platform/db/client.ts';
import type { QuoteRow } from '../../quotes/repository.ts';

/** A second payment, by the quote that it paid and the policy that its draft has already. */
export interface Twice {
  quote: Pick<QuoteRow, 'id' | 'wallet' | 'amount' | 'decimals' | 'currency'>;
  txHash: string;
  policyId: number;
}

const sum = ({ amount, decimals, currency }: Twice['quote']) => formatAmount(amount, decimals, currency);

/** One thread tells the story of a payment, from its arrival to its end. */
const tell = (ctx: Ctx, twice: Twice, step: string, subject: string, text: string): Promise<Statement[]> =>
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

/** The customer paid twice: what we owe, and by when it comes. */
export function tellOwed(ctx: Ctx, twice: Twice): Promise<Statement[]> {
  const owed = sum(twice.quote);
  const text = `You paid twice; we owe you ${owed}. ${policyNumber(twice.policyId)} was already paid when your second payment arrived (transaction ${twice.txHash}). We send the ${owed} back to the wallet that paid, within ${PROMISES.refundBusinessDays} business days. You need not do anything.`;
  return tell(ctx, twice, 'owed', `You paid twice; we owe you ${owed}`, text);
}

/** The refund's event is confirmed. */
export function tellRefunded(ctx: Ctx, twice: Twice, refundTxHash: string): Promise<Statement[]> {
  const owed = sum(twice.quote);
  const text = `We have refunded your second payment for ${policyNumber(twice.policyId)}: ${owed} went back to the wallet that paid, in transaction ${refundTxHash}. ${policyNumber(twice.policyId)} stays as it is.`;
  return tell(ctx, twice, 'refunded', `Your second payment of ${owed} was refunded`, text);
}

/** The first payment is lost for good, so that the second one is what pays for the policy. */
export function tellReplaced(ctx: Ctx, twice: Twice): Promise<Statement[]> {
  const text = `The network has taken your first payment for ${policyNumber(twice.policyId)} back for good, so that nothing of it reached us. Your payment of ${sum(twice.quote)} (transaction ${twice.txHash}) pays for ${policyNumber(twice.policyId)} now, and you are covered by it. Nothing is to be refunded.`;
  return tell(ctx, twice, 'replaced', `Your payment pays for ${policyNumber(twice.policyId)}`, text);
}
