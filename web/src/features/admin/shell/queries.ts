import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { foundRecords } from '../../../../../domain/admin/records-schema.ts';
import { adminApi } from '../queries.ts';

/** What the command palette finds by number, name, email address or wallet. */
export const findQuery = (term: string) =>
  queryOptions({
    queryKey: ['find', term],
    queryFn: ({ signal }) =>
      adminApi.get(`/admin/find?${new URLSearchParams({ q: term })}`, foundRecords, signal),
    enabled: term !== '',
    placeholderData: keepPreviousData,
  });
