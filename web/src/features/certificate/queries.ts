import * as policyApi from '#domain/policy/api.ts';
import { api } from '#web/lib/api/api.ts';

/** How often to check an email that is being delivered or waits for its address to be confirmed. */
const QUEUED_MS = 3_000;
const AWAITING_MS = 10_000;

export const letterKey = (address: string, policyId: number) => ['certificate-letter', address, policyId];

/** The status of the latest certificate email; null if none was requested. */
export const letterQuery = (address: string, id: number) =>
  api.query(
    policyApi.getCertificateEmail,
    { id },
    {
      queryKey: letterKey(address, id),
      refetchInterval: ({ state }) => {
        if (state.data?.state === 'queued') return QUEUED_MS;
        return state.data?.state === 'awaiting_confirmation' ? AWAITING_MS : false;
      },
    },
  );
