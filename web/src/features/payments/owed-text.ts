import type { PaymentException } from '../../../../domain/payments/schema.ts';
import { longDate } from '../../lib/format.ts';
import { exactAmount } from '../../ui/money.tsx';

type Money = Pick<PaymentException, 'amount' | 'decimals' | 'currency'>;

const money = ({ amount, decimals, currency }: Money) => exactAmount(BigInt(amount), decimals, currency);

const WHAT: Readonly<Record<PaymentException['reason'], string>> = {
  duplicate: 'You paid twice',
  late: 'Your payment came after its price had ended',
  unknown_quote: 'Your payment fits no quote of ours',
  mismatch: 'Your payment was not what its quote asked for',
};

/** `You paid twice; we owe you 0.6 ETH`, and what has happened since. */
export function owedTitle(exception: PaymentException): string {
  const what = WHAT[exception.reason];
  return exception.status === 'refunded'
    ? `${what}; we have refunded ${money(exception)}`
    : `${what}; we owe you ${money(exception)}`;
}

/** What happens next and by when, at `now` (milliseconds). */
export function owedSentence(exception: PaymentException, now: number): string {
  const { reason, status, refunded_at, refund_due_at, policy_number } = exception;
  const cover =
    reason === 'duplicate'
      ? `${policy_number ?? 'Your policy'} stands with your other payment. `
      : 'No policy came of it. ';
  if (status === 'refunded') {
    const when = refunded_at === null ? '' : ` on ${longDate(refunded_at)}`;
    return `${cover}The money went back to your wallet${when}.`;
  }
  const by = longDate(refund_due_at);
  return Date.parse(refund_due_at) >= now
    ? `${cover}The money goes back to the wallet that paid, by ${by}. You do not need to do anything.`
    : `${cover}The money was to go back by ${by}, and we are late. Please write to us.`;
}
