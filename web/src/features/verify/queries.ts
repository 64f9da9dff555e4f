import { queryOptions } from '@tanstack/react-query';
import { comparePlace } from '#domain/audit/places.ts';
import * as registryApi from '#domain/registry/api.ts';
import * as proofApi from '#domain/registry/proof-api.ts';
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

/** The network without a contract, if this site is on one. */
export const networkQuery = queryOptions({
  queryKey: ['registry', 'network'],
  queryFn: async () => (await loadPart(() => import('#web/wallet/look-up.ts'))).networkWithoutContract(),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The payment for an id in a block of that network, read by this browser without our servers. */
export const paymentQuery = (quoteId: string, block: number) =>
  queryOptions({
    queryKey: ['registry', quoteId, 'block', block],
    queryFn: async () =>
      (await loadPart(() => import('#web/wallet/look-up.ts'))).lookUpPayment(quoteId, block),
  });

/** The block that we recorded the payment for an id in: only a hint where to look; null if we have none. */
export const hintQuery = (quoteId: string) =>
  queryOptions({
    queryKey: ['registry', quoteId, 'hint'],
    retry: false,
    queryFn: async ({ signal }) => {
      const { enforced_by, events } = await api.ask(
        registryApi.getRegisteredPolicy,
        { quote_id: quoteId },
        { signal },
      );
      if (enforced_by !== 'records') return null;
      return events.find(({ kind }) => kind === 'purchased')?.block ?? null;
    },
  });

/** The first day of a policy's term by our record; null if we have none. */
export const termQuery = (quoteId: string) =>
  queryOptions({
    queryKey: ['registry', quoteId, 'term'],
    retry: false,
    queryFn: async ({ signal }) =>
      (await api.find(registryApi.getRegisteredPolicy, { quote_id: quoteId }, { signal }))
        ?.policy_start_date ?? null,
  });

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

const loadProofs = () => loadPart(() => import('./proof.ts'));

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

/** The proof in a file, as a link carries it. Throws if it is none. */
export async function readProofFile(file: File) {
  const { packProof, proofInFile } = await loadProofs();
  const proof = await proofInFile(file);
  return { quoteId: proof.quote_id, block: proof.block, packed: await packProof(proof) };
}

/** The proof behind a holder's link, with its fields, each checked by this browser; null if the link shows nothing. */
export const openedShareQuery = (token: string) =>
  queryOptions({
    queryKey: ['proof', 'share', token],
    retry: false,
    queryFn: async ({ signal }) => {
      const { checkProof } = await loadProofs();
      const shared = await api.find(proofApi.getSharedProof, { token }, { signal });
      return shared && { ...shared, fields: checkProof(shared.proof) };
    },
  });
