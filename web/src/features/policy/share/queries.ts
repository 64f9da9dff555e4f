import * as policyApi from '#domain/policy/api.ts';
import type { ShareAnswer } from '#domain/policy/share-schema.ts';
import { api } from '#web/lib/api/api.ts';

/** The policy's open links, newest first. */
export const sharesQuery = (id: number) =>
  api.query(policyApi.listShares, { id }, { queryKey: ['proof', 'shares', id] });

export const shareLink = ({ token }: Pick<ShareAnswer, 'token'>): string =>
  `${location.origin}/proof/${token}`;
