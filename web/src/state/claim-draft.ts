import * as z from 'zod';
import { sameWallet } from '../../../domain/address.ts';
import { KEYS, session } from './storage.ts';

const claimDraft = z.object({
  /** The wallet it belongs to; other accounts never see it. */
  address: z.string(),
  /** Policy that the page was opened for, if any. */
  linkedPolicy: z.number().nullable(),
  entered: z.object({
    policy_id: z.string(),
    incident_date: z.string(),
    claim_amount: z.string(),
    description: z.string(),
    cause: z.string().default(''),
    traveler: z.string().default(''),
  }),
  /** Idempotency key of a submission whose outcome is unknown. */
  submission: z.string().nullable(),
});
export type ClaimDraft = z.output<typeof claimDraft>;

/** The wallet's draft in this tab. Another wallet's draft is removed. */
export function readClaimDraft(address: string): ClaimDraft | null {
  const draft = claimDraft.safeParse(session.read(KEYS.claimForm)).data;
  if (draft && sameWallet(draft.address, address)) return draft;
  forgetClaimDraft();
  return null;
}

export function writeClaimDraft(draft: ClaimDraft): void {
  session.write(KEYS.claimForm, draft);
}

export function forgetClaimDraft(): void {
  session.remove(KEYS.claimForm);
}
