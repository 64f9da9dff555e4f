import { queryOptions, useQuery } from '@tanstack/react-query';
import { dayOf, formatDay } from '#domain/days.ts';
import { coverStartText } from '#domain/policy/cover-dates.ts';
import * as registryApi from '#domain/registry/api.ts';
import { api } from '#web/lib/api/api.ts';

/** The first day of a policy's term by our record; null if we have none. */
const termQuery = (quoteId: string) =>
  queryOptions({
    queryKey: ['registry', quoteId, 'term'],
    retry: false,
    queryFn: async ({ signal }) =>
      (await api.find(registryApi.getRegisteredPolicy, { quote_id: quoteId }, { signal }))
        ?.policy_start_date ?? null,
  });

interface TripNoteProps {
  quoteId: string;
  /** The first covered second in the registry. */
  start: number;
}

/**
 * Of a trip: that only its cancellation is covered until it begins. Its first day is not on chain, so it comes from our
 * record, and the answer above doesn't need it.
 */
export function TripNote({ quoteId, start }: TripNoteProps) {
  const { data: first } = useQuery(termQuery(quoteId));
  const coverStart = formatDay(dayOf(start * 1000));
  const text = first ? coverStartText({ coverStart, start: first }, Date.now()) : null;
  return (
    <p className="mt-4 text-sm text-muted">
      {text ? `${text}, by our record. ` : ''}
      Until a trip begins, only its cancellation is covered. The certificate proves the trip’s first day.
    </p>
  );
}
