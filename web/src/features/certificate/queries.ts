import { queryOptions } from '@tanstack/react-query';
import {
  type CertificateEmailAnswer,
  certificateEmailAnswer,
} from '../../../../domain/policy/service-schema.ts';
import { api } from '../../lib/api/api.ts';
import type { DownloadedFile } from '../../lib/save-file.ts';

/** How often a letter that is on its way, or waits for its address, is looked at again. */
const QUEUED_MS = 3_000;
const AWAITING_MS = 10_000;

const path = (policyId: number) => `/insurance/policy/${policyId}/certificate`;

/** The certificate as a PDF. */
export function fetchCertificate(policyId: number): Promise<DownloadedFile> {
  return api.download(path(policyId));
}

/** Sends the certificate to `email`; the answer says whether that address has to be confirmed first. */
export async function sendCertificate(policyId: number, email: string): Promise<CertificateEmailAnswer> {
  const { data } = await api.post(`${path(policyId)}/email`, { email }, certificateEmailAnswer);
  return data;
}

export const letterKey = (address: string, policyId: number) => ['certificate-letter', address, policyId];

/** How far the latest letter with the certificate has come; null when none was asked for. */
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
