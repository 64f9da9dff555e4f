import type { PaymentException } from '#domain/payments/schema.ts';
import { longDate } from '#web/lib/format.ts';
import { exactAmount } from '#web/ui/values.tsx';

type Money = Pick<PaymentException, 'amount' | 'decimals' | 'currency'>;

const money = ({ amount, decimals, currency }: Money) => exactAmount(BigInt(amount), decimals, currency);

const WHAT: Readonly<Record<PaymentException['reason'], string>> = {
  duplicate: 'You paid twice',
  late: 'Your payment came after its price had expired',
  unknown_quote: 'Your payment matches none of our quotes',
  unmarked: 'Your payment does not name a quote',
  dust: 'Your payment was too small to buy anything',
  mismatch: 'Your payment did not match its quote',
};

/** `You paid twice; we owe you 0.6 ETH`, and what has happened since. */
export function owedTitle(exception: PaymentException): string {
  const what = WHAT[exception.reason];
  return exception.status === 'refunded'
    ? `${what}; we have refunded ${money(exception)}`
    : `${what}; we owe you ${money(exception)}`;
}

type Consent = Pick<PaymentException, 'status' | 'consent' | 'consented_until'>;

/** Whether we have the holder's consent at `now` (milliseconds). */
function hasConsent({ status, consented_until }: Consent, now: number): boolean {
  return status === 'owed' && consented_until !== null && Date.parse(consented_until) > now;
}

/** The consent that the holder still has to sign at `now` (milliseconds); null without one. */
export function consentAsked(exception: Consent, now: number): PaymentException['consent'] {
  return exception.status === 'owed' && !hasConsent(exception, now) ? exception.consent : null;
}

/** What happens next and by when, at `now` (milliseconds). */
export function owedSentence(exception: PaymentException, now: number): string {
  const { reason, status, refunded_at, refund_due_at, policy_number, consented_until } = exception;
  const cover =
    reason === 'duplicate'
      ? `${policy_number ?? 'Your policy'} is paid by your other payment. `
      : 'It did not create a policy. ';
  if (status === 'refunded') {
    const when = refunded_at === null ? '' : ` on ${longDate(refunded_at)}`;
    return `${cover}The money went back to your wallet${when}.`;
  }
  if (consentAsked(exception, now)) {
    return `${cover}To send the money back to the wallet that paid, we need your signature.`;
  }
  const consent =
    consented_until !== null && hasConsent(exception, now)
      ? `We have your signature; it is valid until ${longDate(consented_until)}. `
      : '';
  const by = longDate(refund_due_at);
  return Date.parse(refund_due_at) >= now
    ? `${cover}${consent}We will send the money back to the wallet that paid by ${by}. You do not need to do anything.`
    : `${cover}${consent}The money was due back by ${by}, and we are late. Please write to us.`;
}
