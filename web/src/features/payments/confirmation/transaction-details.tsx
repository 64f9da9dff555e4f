import type { ReactNode } from 'react';
import { formatUsd } from '#domain/money.ts';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import { longDate, longMoment } from '#web/lib/format.ts';
import type { TransactionData } from '#web/state/purchase.ts';
import { AddressText, TransactionHash } from '#web/ui/chain.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { exactAmount } from '#web/ui/money.tsx';

interface TransactionDetailsProps {
  transaction: TransactionData;
  /** The policy it bought; undefined while unknown. */
  policy: PolicyAnswer | undefined;
  status: ReactNode;
  /** Whether nothing more will come of the payment. */
  ended: boolean;
  children?: ReactNode;
}

/** Price and transaction in two lines, and the rest behind a third. */
export function TransactionDetails(props: TransactionDetailsProps) {
  const { transaction, policy, status, ended, children } = props;
  const { policyNumber, duration } = transaction;
  const later = (when: string) => (ended ? 'none' : `given once ${when}`);
  const hash =
    transaction.txHash === null ? (
      later('the network has picked it up')
    ) : (
      <TransactionHash hash={transaction.txHash} chainId={transaction.chainId} />
    );
  const coins =
    policy && ` · ${exactAmount(BigInt(policy.paid_amount), policy.paid_decimals, policy.payment_currency)}`;
  return (
    <div>
      <FactList
        className="border-t border-line"
        rows={[
          [
            'Price',
            <>
              {formatUsd(transaction.price)}
              {coins}
            </>,
          ],
          ['Transaction hash', hash],
        ]}
      />
      <Fold title="All details">
        <FactList
          rows={[
            ['Status', status],
            ['Policy number', policyNumber === 'PENDING' ? later('the payment is confirmed') : policyNumber],
            ['Type', transaction.type],
            ['Start date', longDate(transaction.startDate)],
            ['End date', longDate(transaction.endDate)],
            ['Duration', `${duration} ${duration === 1 ? 'day' : 'days'}`],
            transaction.email !== '' && ['Email', transaction.email],
            ['Wallet', <AddressText key="wallet" address={transaction.address} />],
            ['Network', transaction.networkName],
            ['Time', longMoment(transaction.timestamp)],
          ]}
        />
        {children}
      </Fold>
    </div>
  );
}
