import { queryOptions } from '@tanstack/react-query';
import { comparePlace } from '#domain/audit/places.ts';
import * as registryApi from '#domain/registry/api.ts';
import { api } from '#web/lib/api/api.ts';
import { loadPart } from '#web/lib/load-part.ts';

/** What the registry says about an id, read from the chain by this browser without our servers. */
export function registryQuery(quoteId: `0x${string}`, chainId?: number | string) {
  return queryOptions({
    queryKey: ['registry', quoteId, chainId ?? 'all'],
    queryFn: async ({ signal }) => {
      const { lookUpPolicy } = await loadPart(() => import('#web/wallet/look-up.ts'));
      return lookUpPolicy(quoteId, Date.now(), { chainId, signal });
    },
  });
}

/** Our record of an id, a hint that no answer needs; null if we have none. */
export const recordQuery = (quoteId: string) =>
  api.findQuery(
    registryApi.getRegisteredPolicy,
    { quote_id: quoteId },
    { queryKey: ['registry', quoteId, 'record'], retry: false },
  );

/** What we have recorded about an id on that network, each with what its block shows; null if no policy is ours. */
export const placesQuery = (quoteId: string) =>
  queryOptions({
    queryKey: ['registry', quoteId, 'places'],
    queryFn: async ({ signal }) => {
      const [policy, { accountsOf, readPaymentBlocks }, { policyId }] = await Promise.all([
        api.find(registryApi.getRegisteredPolicy, { quote_id: quoteId }, { signal }),
        loadPart(() => import('#web/wallet/look-up.ts')),
        loadPart(() => import('#domain/registry/policy-id.ts')),
      ]);
      if (policy === null) return null;
      const { chain, blocks } = await readPaymentBlocks(policy.events.map(({ block }) => block));
      const now = Math.floor(Date.now() / 1000);
      const { ref, decimals } = chain;
      const at = { ref, decimals, accounts: accountsOf(chain) };
      const rows = policy.events.map((event) => ({
        event,
        check: comparePlace(at, { ...event, quote_id: quoteId }, blocks.get(event.block) ?? null, now),
      }));
      // The id is the hash of the terms, so we can't have changed them since the payment.
      return { chain, policy, rows, termsHold: policyId(ref, policy.terms) === quoteId };
    },
  });

export const loadProofs = () => loadPart(() => import('./proof.ts'));

/** A link's proof with its fields, each checked by this browser; null if it is incomplete or damaged. */
export const sharedProofQuery = (packed: string) =>
  queryOptions({
    queryKey: ['proof', 'link', packed],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const { checkProof, unpackProof } = await loadProofs();
      const proof = await unpackProof(packed).catch(() => null);
      return proof && { proof, fields: checkProof(proof) };
    },
  });
