import { useQuery } from '@tanstack/react-query';
import { dayOf, formatDay } from '#domain/days.ts';
import { formatUsd } from '#domain/money.ts';
import { coverStartText } from '#domain/policy/cover-dates.ts';
import { Fold } from '#web/ui/fold.tsx';
import { EndMoment, FactList, LongHash, Moment } from '#web/ui/values.tsx';

import type { RegistryPolicy, RegistryReading } from '#web/wallet/registry.ts';
import { recordQuery } from './queries.ts';
import { currencyOf, isTrip, productName } from './verdict.ts';

interface TripNoteProps {
  quoteId: string;
  /** The first covered second in the registry. */
  from: number;
}

/**
 * Of a trip: that only its cancellation is covered until it begins. Its first day is not on chain, so it comes from our
 * record, and the answer above doesn't need it.
 */
function TripNote({ quoteId, from }: TripNoteProps) {
  const start = useQuery(recordQuery(quoteId)).data?.policy_start_date;
  const coverStart = formatDay(dayOf(from * 1000));
  const text = start ? coverStartText({ coverStart, start }, Date.now()) : null;
  return (
    <p className="mt-4 text-sm text-muted">
      {text ? `${text}, by our record. ` : ''}
      Until a trip begins, only its cancellation is covered. The certificate proves the trip’s first day.
    </p>
  );
}

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
      {isTrip(product) && <TripNote quoteId={quoteId} from={start} />}
      <p className="mt-4 text-sm text-muted">
        No names or details are on chain. The certificate contains what is needed to prove them.
      </p>
    </Fold>
  );
}
