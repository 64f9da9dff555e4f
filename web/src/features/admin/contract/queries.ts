import { queryOptions } from '@tanstack/react-query';
import { loadDeployment } from '../../../lib/deployment.ts';

/** Milliseconds between two reads of the contract while its screen is open. */
const REFRESH_MS = 20_000;

/** One currency of a contract's pool, read from the chain. */
export function poolQuery(chainId: number, contract: string, currency: string) {
  return queryOptions({
    queryKey: ['chain', 'pool', chainId, contract, currency],
    queryFn: async () => {
      const { readPool } = await import('../../../wallet/contract/pool.ts');
      return readPool(chainId, contract, currency);
    },
    staleTime: 0,
  });
}

export const deploymentQuery = queryOptions({
  queryKey: ['deployment'],
  queryFn: loadDeployment,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Everything about one contract, straight from its chain's node, without our servers. */
export function contractQuery(chainId: number, contract: string) {
  return queryOptions({
    queryKey: ['chain', 'contract', chainId, contract],
    networkMode: 'always',
    refetchInterval: REFRESH_MS,
    queryFn: async () => {
      const [{ chains }, { readContractState }] = await Promise.all([
        loadDeployment(),
        import('../../../wallet/contract/state.ts'),
      ]);
      const chain = chains.find(({ chain_id }) => chain_id === chainId);
      if (!chain) throw new Error('This site does not know that network.');
      return readContractState(chain, contract);
    },
  });
}
