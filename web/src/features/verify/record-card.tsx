import { formatUsd } from '../../../../domain/money.ts';
import { Card, Fact } from '../../ui/card.tsx';
import { LongHash } from '../../ui/chain.tsx';
import { EndMoment, Moment } from '../../ui/moment.tsx';
import type { RegistryPolicy, RegistryReading } from '../../wallet/registry.ts';
import { currencyOf, productName } from './verdict.ts';

interface RecordCardProps {
  quoteId: string;
  reading: RegistryReading;
  policy: RegistryPolicy;
}

/** The registry's entry, field by field. */
export function RecordCard({ quoteId, reading, policy }: RecordCardProps) {
  return (
    <Card className="p-6 sm:px-8">
      <h2 className="text-lg">What the registry says</h2>
      <dl className="mt-2 divide-y divide-line">
        <Fact label="Product">{productName(policy.product)}</Fact>
        <Fact label="Holder">
          <LongHash text={policy.holder} copy="Copy address" />
        </Fact>
        <Fact label="Cover">{formatUsd(policy.cover)}</Fact>
        <Fact label="Paid out">
          {formatUsd(policy.paidOut)}
          {policy.claims > 0 && (
            <span className="block text-sm text-muted">
              for {policy.claims} {policy.claims === 1 ? 'claim' : 'claims'}
            </span>
          )}
        </Fact>
        <Fact label="Start (UTC)">
          <Moment at={policy.start} />
        </Fact>
        <Fact label="End (UTC)">
          {policy.status === 'active' ? <EndMoment end={policy.end} /> : <Moment at={policy.end} />}
        </Fact>
        <Fact label="Currency">{currencyOf(reading)}</Fact>
        <Fact label="Network">{reading.chain.name}</Fact>
        <Fact label="Contract">
          <LongHash text={reading.contract} copy="Copy contract address" />
        </Fact>
        <Fact label="Policy’s id">
          <LongHash text={quoteId} copy="Copy policy’s id" />
        </Fact>
      </dl>
      <p className="mt-4 text-sm text-muted">
        No names or details are on chain. The certificate contains what is needed to prove them.
      </p>
    </Card>
  );
}
