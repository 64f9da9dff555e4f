import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';
import * as chainsApi from '#domain/admin/chains-api.ts';
import type { stopRequest } from '#domain/admin/stops-schema.ts';
import type { ReadyCall } from '#domain/payouts/schema.ts';
import * as registryApi from '#domain/registry/api.ts';
import { adminApi } from '#web/features/admin/queries.ts';
import { loadDeployment } from '#web/lib/deployment.ts';
import { contractReads } from '#web/wallet/contract.ts';
import { senderOf } from '#web/wallet/sending.ts';

/** Milliseconds between two reads of the contract while its screen is open. */
const REFRESH_MS = 20_000;

/** The pool that a call is paid from, read from the chain. */
export const poolQuery = (call: ReadyCall, currency: string) =>
  queryOptions({
    queryKey: ['chain', 'pool', call, currency],
    queryFn: async () => (await senderOf(call)).pool(currency),
    staleTime: 0,
  });

/** The accounts that send purchases for customers without coins. */
export const relaysQuery = adminApi.query(chainsApi.listRelays, {}, { refetchInterval: REFRESH_MS });

/** Says why something was stopped, or is no longer. */
export async function noteStop(chainId: number, body: z.input<typeof stopRequest>) {
  await adminApi.send(chainsApi.noteStop, { chain_id: chainId, body });
  return { done: true, message: 'It is on chain, and the reason is in the audit log.' };
}

/** A token that is not one of the pool's currencies yet. */
export const tokenQuery = (chainId: number, token: string) =>
  queryOptions({
    queryKey: ['chain', 'token', chainId, token],
    queryFn: async () => (await contractReads()).readToken(chainId, token),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Claims that were paid outside the chain, latest first: the public list that anyone can read. */
export const offChainPaymentsQuery = adminApi.pageQuery(registryApi.listOffChainPayments, {
  query: { limit: 50 },
});

/** Everything about one contract, straight from its chain's node, without our servers. */
export function contractQuery(chainId: number, contract: string) {
  return queryOptions({
    queryKey: ['chain', 'contract', chainId, contract],
    refetchInterval: REFRESH_MS,
    queryFn: async () => {
      const [{ chains }, { readContractState }] = await Promise.all([loadDeployment(), contractReads()]);
      const chain = chains.find(({ chain_id }) => chain_id === chainId);
      if (!chain) throw new Error('This site does not know that network.');
      return readContractState(chain, contract);
    },
  });
}
