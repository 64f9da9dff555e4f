import { formatUsd } from '#domain/money.ts';
import { LongHash } from '#web/ui/chain.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { EndMoment, Moment } from '#web/ui/moment.tsx';
import type { RegistryPolicy, RegistryReading } from '#web/wallet/registry.ts';
import { TripNote } from './trip-note.tsx';
import { currencyOf, isTrip, productName } from './verdict.ts';

export function RecordCard(props: { quoteId: string; reading: RegistryReading; policy: RegistryPolicy }) {
  const { quoteId, reading, policy } = props;
  const { product, holder, cover, paidOut, claims, start, end, status } = policy;
  const until = status === 'active' ? <EndMoment end={end} /> : <Moment at={end} />;
  return (
    <Fold title="What the registry says">
      <FactList
        rows={[
          ['Product', productName(product)],
          ['Holder', <LongHash key="holder" text={holder} copy="Copy address" />],
          ['Cover', formatUsd(cover)],
          [
            'Paid out',
            <>
              {formatUsd(paidOut)}
              {claims > 0 && (
                <span className="block text-sm text-muted">
                  for {claims} {claims === 1 ? 'claim' : 'claims'}
                </span>
              )}
            </>,
          ],
          ['Start (UTC)', <Moment key="start" at={start} />],
          ['End (UTC)', until],
          ['Currency', currencyOf(reading)],
          ['Network', reading.chain.name],
          ['Contract', <LongHash key="contract" text={reading.contract} copy="Copy contract address" />],
          ['Registry id', <LongHash key="id" text={quoteId} copy="Copy registry id" />],
        ]}
      />
      {isTrip(product) && <TripNote quoteId={quoteId} start={start} />}
      <p className="mt-4 text-sm text-muted">
        No names or details are on chain. The certificate contains what is needed to prove them.
      </p>
    </Fold>
  );
}
