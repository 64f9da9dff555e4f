import { queryOptions } from '@tanstack/react-query';
import {
  type CertificateEmailAnswer,
  certificateEmailAnswer,
} from '../../../../domain/policy/service-schema.ts';
import { api } from '../../lib/api/api.ts';
import type { DownloadedFile } from '../../lib/save-file.ts';

/** How often to check an email that is being delivered or waits for its address to be confirmed. */
const QUEUED_MS = 3_000;
const AWAITING_MS = 10_000;

const path = (policyId: number) => `/insurance/policy/${policyId}/certificate`;

export function fetchCertificate(policyId: number): Promise<DownloadedFile> {
  return api.downloadFrom(path(policyId));
}

/** Sends the certificate to `email`. The answer says whether that address has to be confirmed first. */
export async function sendCertificate(policyId: number, email: string): Promise<CertificateEmailAnswer> {
  const { data } = await api.post(`${path(policyId)}/email`, { email }, certificateEmailAnswer);
  return data;
}

export const letterKey = (address: string, policyId: number) => ['certificate-letter', address, policyId];

/** The status of the latest certificate email; null if none was requested. */
export function letterQuery(address: string, policyId: number) {
  return queryOptions({
    queryKey: letterKey(address, policyId),
    queryFn: ({ signal }) => api.get(`${path(policyId)}/email`, certificateEmailAnswer.nullable(), signal),
    refetchInterval: ({ state }) => {
      if (state.data?.state === 'queued') return QUEUED_MS;
      return state.data?.state === 'awaiting_confirmation' ? AWAITING_MS : false;
    },
  });
}
