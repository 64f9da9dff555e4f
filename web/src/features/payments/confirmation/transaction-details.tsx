import type { ReactNode } from 'react';
import { formatUsd } from '../../../../../domain/money.ts';
import { longDate, longMoment } from '../../../lib/format.ts';
import type { TransactionData } from '../../../state/purchase.ts';
import { AddressText, TransactionHash } from '../../../ui/chain.tsx';
import { FactList } from '../../../ui/fact-list.tsx';
import { Section } from '../../../ui/section.tsx';

export function TransactionDetails(props: {
  transaction: TransactionData;
  status: ReactNode;
  ended: boolean;
}) {
  const { transaction, status, ended } = props;
  const { policyNumber, duration } = transaction;
  const later = (when: string) => (ended ? 'none' : `given once ${when}`);
  const hash =
    transaction.txHash === null ? (
      later('the network has picked it up')
    ) : (
      <TransactionHash hash={transaction.txHash} chainId={transaction.chainId} />
    );
  return (
    <Section title="Policy and transaction">
      <FactList
        rows={[
          ['Status', status],
          ['Policy number', policyNumber === 'PENDING' ? later('the payment is confirmed') : policyNumber],
          ['Type', transaction.type],
          ['Start date', longDate(transaction.startDate)],
          ['End date', longDate(transaction.endDate)],
          ['Price', formatUsd(transaction.price)],
          ['Duration', `${duration} ${duration === 1 ? 'day' : 'days'}`],
          transaction.email !== '' && ['Email', transaction.email],
          ['Transaction hash', hash],
          ['Wallet', <AddressText key="wallet" address={transaction.address} />],
          ['Network', transaction.networkName],
          ['Time', longMoment(transaction.timestamp)],
        ]}
      />
    </Section>
  );
}
