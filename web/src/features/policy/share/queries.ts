import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import { type ShareAnswer, shareAnswer } from '../../../../../domain/policy/share-schema.ts';
import { isShareable } from '../../../../../domain/registry/field-label.ts';
import { api } from '../../../lib/api/api.ts';
import { loadPart } from '../../../lib/load-part.ts';

const path = (policyId: number) => `/insurance/policy/${policyId}/shares`;
const shares = z.array(shareAnswer);

export const sharesKey = (policyId: number) => ['proof', 'shares', policyId];

/** The policy's open links, newest first. */
export const sharesQuery = (policyId: number) =>
  queryOptions({
    queryKey: sharesKey(policyId),
    queryFn: ({ signal }) => api.get(path(policyId), shares, signal),
  });

/** Everything of the policy that a link may prove, with the fields in words. */
export const shareableQuery = (policyId: number) =>
  queryOptions({
    queryKey: ['proof', 'own', policyId],
    queryFn: async ({ signal }) => {
      // Proofs bring hashing and every form.
      const [{ detailsProof }, { namedFields, productOf }] = await Promise.all([
        loadPart(() => import('../../../../../domain/registry/details-proof.ts')),
        loadPart(() => import('../../../../../domain/registry/shown-field.ts')),
      ]);
      const proof = await api.get(`/insurance/policy/${policyId}/proof`, detailsProof, signal);
      const product = productOf(proof);
      return { proof, fields: namedFields(proof).filter(({ name }) => isShareable(product, name)) };
    },
  });

export async function createShare(
  policyId: number,
  wanted: { fields: readonly string[]; days: number },
): Promise<ShareAnswer> {
  return (await api.post(path(policyId), wanted, shareAnswer)).data;
}

/** Revokes a link, and answers those that stay. Repeating the request changes nothing. */
export const revokeShare = (policyId: number, id: string): Promise<ShareAnswer[]> =>
  api.delete(`${path(policyId)}/${id}`, shares);

export const shareLink = ({ token }: Pick<ShareAnswer, 'token'>): string =>
  `${location.origin}/proof/${token}`;
