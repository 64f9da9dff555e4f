import { WalletShows } from '#web/ui/wallet-shows.tsx';
import type { CheckedPayment } from '#web/wallet/payments.ts';
import type { Authorization } from './pay-steps.ts';

interface PaymentShowsProps {
  payment: CheckedPayment;
  authorization: Authorization;
}

/** What the wallet shows of each of its questions about a payment, in their order. */
export function PaymentShows({ payment: { shown, signs }, authorization }: PaymentShowsProps) {
  if (signs === null || (authorization !== 'signature' && authorization !== 'relay')) {
    return <WalletShows shown={shown} />;
  }
  return (
    <>
      <WalletShows shown={signs.shown} note={signs.note} />
      {authorization === 'signature' && <WalletShows shown={signs.purchase} />}
    </>
  );
}
