import type { ReactNode } from 'react';
import { formatUsd } from '../../../../../domain/money.ts';
import { longDate, longMoment } from '../../../lib/format.ts';
import type { TransactionData } from '../../../state/purchase.ts';
import { Card, Fact } from '../../../ui/card.tsx';
import { AddressText, TransactionHash } from '../../../ui/chain.tsx';

interface TransactionDetailsProps {
  transaction: TransactionData;
  status: ReactNode;
  /** Whether the payment has failed for good. */
  ended: boolean;
}

/** What was bought and the payment for it. */
export function TransactionDetails({ transaction, status, ended }: TransactionDetailsProps) {
  const { policyNumber, duration } = transaction;
  const later = (when: string) => (ended ? 'none' : `given once ${when}`);
  return (
    <Card className="p-6" aria-labelledby="details-title">
      <h2 id="details-title" className="text-xl">
        Policy and transaction
      </h2>
      <dl className="mt-2 divide-y divide-line">
        <Fact label="Status">{status}</Fact>
        <Fact label="Policy number">
          {policyNumber === 'PENDING' ? later('the payment is confirmed') : policyNumber}
        </Fact>
        <Fact label="Type">{transaction.type}</Fact>
        <Fact label="Start date">{longDate(transaction.startDate)}</Fact>
        <Fact label="End date">{longDate(transaction.endDate)}</Fact>
        <Fact label="Price">{formatUsd(transaction.price)}</Fact>
        <Fact label="Duration">
          {duration} {duration === 1 ? 'day' : 'days'}
        </Fact>
        {transaction.email !== '' && <Fact label="Email">{transaction.email}</Fact>}
        <Fact label="Transaction hash">
          {transaction.txHash === null ? (
            later('the network has taken it up')
          ) : (
            <TransactionHash hash={transaction.txHash} chainId={transaction.chainId} />
          )}
        </Fact>
        <Fact label="Wallet">
          <AddressText address={transaction.address} />
        </Fact>
        <Fact label="Network">{transaction.networkName}</Fact>
        <Fact label="Time">{longMoment(transaction.timestamp)}</Fact>
      </dl>
    </Card>
  );
}
