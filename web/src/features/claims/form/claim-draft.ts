import * as z from 'zod';
import { keep, readKept } from '#web/lib/kept/kept.ts';

const KEY = 'mine/claim';

const claimDraft = z.object({
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

/** The unfinished claim. */
export const readClaimDraft = (): ClaimDraft | null => claimDraft.safeParse(readKept(KEY)).data ?? null;

export const writeClaimDraft = (draft: ClaimDraft | null): Promise<void> => keep(KEY, draft);
