import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import { CLAIM_MEANING, CLAIM_STATUSES } from '../../../../domain/claims/lifecycle.ts';
import {
  type ClaimAnswer,
  type callRequest,
  claimAnswer,
  claimDetailAnswer,
  type claimRequest,
  documentsAnswer,
  type secondLookRequest,
} from '../../../../domain/claims/schema.ts';
import { api } from '../../lib/api/api.ts';
import { orMissing } from '../../lib/api/errors.ts';
import type { DownloadedFile } from '../../lib/save-file.ts';

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
export function claimsQuery(address: string) {
  return queryOptions({
    queryKey: ['claims', address],
    queryFn: ({ signal }) => api.allOf(`/claims/${address}`, claimList, signal),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => isOpen(status)) ? LIST_REFRESH_MS : false,
  });
}

/** One claim in full; null if it does not exist or belongs to another wallet. */
export function claimQuery(address: string, id: number) {
  return queryOptions({
    queryKey: ['claims', address, id],
    queryFn: ({ signal }) => orMissing(api.get(`/claims/detail/${id}`, claimDetailAnswer, signal)),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isOpen(state.data.status) ? CLAIM_REFRESH_MS : false),
  });
}

/** The request body; the amount is a decimal string of dollars. */
export type ClaimToSend = z.input<typeof claimRequest>;

/** Submits a claim. The same key and content return the same claim. */
export async function submitClaim(body: ClaimToSend, key: string): Promise<ClaimAnswer> {
  return (await api.post('/claims/submit', body, claimAnswer, undefined, { key })).data;
}

const documents = (claimId: number) => `/claims/${claimId}/documents`;

interface UploadOptions {
  onProgress: (share: number) => void;
  signal: AbortSignal | undefined;
}

/** Adds a document. A file that the claim already has is not stored twice. */
export function uploadDocument(claimId: number, file: File, options: UploadOptions) {
  return api.uploadTo(documents(claimId), file, { parser: documentsAnswer, ...options });
}

export const fetchDocument = (claimId: number, id: string, signal?: AbortSignal): Promise<DownloadedFile> =>
  api.downloadFrom(`${documents(claimId)}/${id}`, signal);

/** A photo of a claim, kept while its page is open. */
export function pictureQuery(claimId: number, id: string) {
  return queryOptions({
    queryKey: ['claim-picture', claimId, id],
    queryFn: ({ signal }) => fetchDocument(claimId, id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });
}

export const fetchSummary = (claimId: number): Promise<DownloadedFile> =>
  api.downloadFrom(`/claims/${claimId}/summary`);

/** Asks for a second look; answers the claim that is looked at, which is another one if this one is paid. */
export const askSecondLook = async (claimId: number, body: z.input<typeof secondLookRequest>) =>
  (await api.post(`/claims/${claimId}/second-look`, body, claimDetailAnswer)).data;

export async function askForCall(claimId: number, body: z.input<typeof callRequest>): Promise<void> {
  await api.post(`/claims/${claimId}/call`, body, z.unknown());
}
