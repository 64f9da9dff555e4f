import { queryOptions } from '@tanstack/react-query';
import * as policyApi from '#domain/policy/api.ts';
import type { ShareAnswer } from '#domain/policy/share-schema.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { isShareable } from '#domain/registry/field-label.ts';
import { api } from '#web/lib/api/api.ts';
import { loadPart } from '#web/lib/load-part.ts';

/** The policy's open links, newest first. */
export const sharesQuery = (id: number) =>
  api.query(policyApi.listShares, { id }, { queryKey: ['proof', 'shares', id] });

export const shareLink = ({ token }: Pick<ShareAnswer, 'token'>): string =>
  `${location.origin}/proof/${token}`;

/** Everything of the policy that a link may prove, with the fields in words. */
export const shareableQuery = (policyId: number) =>
  queryOptions({
    queryKey: ['proof', 'own', policyId],
    queryFn: async ({ signal }) => {
      // Proofs bring hashing and every form.
      const [proofApi, { namedFields, productOf }] = await Promise.all([
        loadPart(() => import('#domain/registry/proof-api.ts')),
        loadPart(() => import('#domain/registry/shown-field.ts')),
      ]);
      const proof = await api.ask(proofApi.getDetailsProof, { id: policyId }, { signal });
      const product = productOf(proof);
      const fields = namedFields(proof).filter(({ name }) => isShareable(product, name));
      return { proof, fields, office: PRODUCTS[product].trip ? 'A visa office' : 'A landlord or lender' };
    },
  });
