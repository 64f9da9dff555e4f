import { queryOptions } from '@tanstack/react-query';

/** What the registry says about an id, read from the chain by this browser without our servers. */
export function registryQuery(quoteId: `0x${string}`, chainId?: number) {
  return queryOptions({
    queryKey: ['registry', quoteId, chainId ?? 'all'],
    networkMode: 'always',
    queryFn: async ({ signal }) => {
      const { lookUpPolicy } = await import('../../wallet/registry.ts');
      return lookUpPolicy(quoteId, Date.now(), { chainId, signal });
    },
  });
}
