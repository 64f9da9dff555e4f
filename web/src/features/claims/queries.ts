import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import * as claimsApi from '#domain/claims/api.ts';
import { CLAIM_MEANING, CLAIM_STATUSES } from '#domain/claims/lifecycle.ts';
import { claimAnswer } from '#domain/claims/schema.ts';
import { api } from '#web/lib/api/api.ts';

/** How often an open claim refreshes: in the list, and on its own page. */
export const LIST_REFRESH_MS = 30_000;
export const CLAIM_REFRESH_MS = 15_000;

/** A claim with an unknown status stays in the list. */
const listedStatus = z.enum([...CLAIM_STATUSES, 'unknown']).catch('unknown');
const listedClaim = claimAnswer.extend({ status: listedStatus });
export const claimList = z.array(listedClaim);
export type ListedClaim = z.output<typeof listedClaim>;
export type ListedStatus = ListedClaim['status'];

const isOpen = (status: ListedStatus) => status !== 'unknown' && CLAIM_MEANING[status].open;

/** All claims of a wallet, newest first. The list refreshes while one is open. */
export const claimsQuery = (address: string) =>
  queryOptions({
    queryKey: ['claims', address],
    queryFn: async ({ signal }): Promise<ListedClaim[]> =>
      api.all(claimsApi.listClaims, { wallet: address }, { signal, schema: claimList }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => isOpen(status)) ? LIST_REFRESH_MS : false,
  });

/** One claim in full; null if it does not exist or belongs to another wallet. */
export const claimQuery = (address: string, id: number) =>
  api.findQuery(
    claimsApi.getClaim,
    { id },
    {
      queryKey: ['claims', address, id],
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data && isOpen(state.data.status) ? CLAIM_REFRESH_MS : false),
    },
  );
