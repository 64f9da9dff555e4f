import * as z from 'zod';
import { walletKey } from '../../../domain/address.ts';
import { KEYS, session } from './storage.ts';

/** A claim that is being written, as far as this tab keeps it. */
const claimDraft = z.object({
  /** Whose it is: another account sees nothing of it. */
  address: z.string(),
  /** Policy that the page was opened for, if any. */
  linkedPolicy: z.number().nullable(),
  entered: z.object({
    policy_id: z.string(),
    incident_date: z.string(),
    claim_amount: z.string(),
    description: z.string(),
  }),
  /** Idempotency key of a submission whose outcome is not known yet. */
  submission: z.string().nullable(),
});
export type ClaimDraft = z.output<typeof claimDraft>;

/** What this tab keeps of the wallet's claim; somebody else's is forgotten. */
export function readClaimDraft(address: string): ClaimDraft | null {
  const draft = claimDraft.safeParse(session.read(KEYS.claimForm)).data;
  if (draft && walletKey(draft.address) === walletKey(address)) return draft;
  forgetClaimDraft();
  return null;
}

export function writeClaimDraft(draft: ClaimDraft): void {
  session.write(KEYS.claimForm, draft);
}

export function forgetClaimDraft(): void {
  session.remove(KEYS.claimForm);
}
