import { keepPreviousData } from '@tanstack/react-query';
import * as healthApi from '#domain/health/api.ts';
import * as supportApi from '#domain/support/api.ts';
import { api } from '#web/lib/api/api.ts';

export const HEALTH_REFRESH_MS = 30_000;

/** Votes on the answers. `voter` is the signed-in address, or null. */
export const votesQuery = (voter: string | null) =>
  api.query(
    supportApi.listFaqVotes,
    {},
    { queryKey: ['faq-votes', voter], placeholderData: keepPreviousData },
  );

export const healthQuery = () =>
  api.query(healthApi.getHealth, {}, { refetchInterval: HEALTH_REFRESH_MS, staleTime: 0 });
