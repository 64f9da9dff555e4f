import * as z from 'zod';
import { isWithinAuthority } from '#domain/admin/roles.ts';
import { formatUsd } from '#domain/money.ts';
import { typedNumber } from '#domain/read-number.ts';
import { OPTIONAL_NOTE } from '#web/features/admin/parts/action-form.tsx';
import { FULL_NOTE } from './display.ts';

/** Whole dollars in a typed amount; null for anything else. */
export function wholeDollars(text: string): number | null {
  const digits = typedNumber(text, 0) ?? '';
  return /^\d{1,9}$/.test(digits) && Number(digits) > 0 ? Number(digits) : null;
}

/** What bounds a payout, in US dollars. */
interface Bounds {
  claimed: number;
  left: number;
  authority: number | null;
}

/** Why a typed payout can't be approved; null if it can. */
function payoutIssue(usd: number | null, { claimed, left, authority }: Bounds): string | null {
  if (usd === null) return 'Please enter whole dollars, such as 1,500.';
  if (usd > claimed) return `The claim is for ${formatUsd(claimed)}, and a payout is never above it.`;
  if (usd > left) return `Only ${formatUsd(left)} of cover is left for this claim.`;
  if (authority === null || isWithinAuthority(usd, authority)) return null;
  return `You may approve payouts up to ${formatUsd(authority)}. Please assign this claim to someone who may approve more.`;
}

/** An approval as typed. Another payout than the suggested one needs a reason of its own. */
export const approveForm = (suggested: number, bounds: Bounds) =>
  z
    .object({
      payout_amount: z.string().transform((text, context) => {
        const usd = wholeDollars(text);
        const issue = payoutIssue(usd, bounds);
        if (issue !== null) context.addIssue(issue);
        return usd ?? 0;
      }),
      admin_notes: OPTIONAL_NOTE,
      cause: z.string().optional(),
    })
    .superRefine(({ payout_amount: usd, admin_notes: note }, context) => {
      if (usd === suggested || (note !== undefined && note !== FULL_NOTE)) return;
      context.addIssue({
        code: 'custom',
        path: ['admin_notes'],
        message: `Please say why the payout differs from the suggested ${formatUsd(suggested)}.`,
      });
    });
