import { type CLAIM_FLAGS, LISTED_FLAGS } from '#domain/admin/claim-flags.ts';
import type { AdminClaimDetail } from '#domain/admin/claims-schema.ts';
import { CLAIM_LABELS } from '#domain/claims/lifecycle.ts';
import { formatUsd } from '#domain/money.ts';
import { FORMS } from '#domain/products/forms/index.ts';
import type { DeskFilter } from '#web/features/admin/kit/types.ts';
import { CLAIM_BADGES } from '#web/ui/claim-badges.ts';
import type { Look } from '#web/ui/values.tsx';

export const badgesOf = ({ status, needs_confirmation }: AdminClaimDetail): (Look | false)[] => [
  CLAIM_BADGES[status],
  needs_confirmation && { label: 'Second confirmation', variant: 'secondary' },
];

type Method = NonNullable<AdminClaimDetail['off_chain_payment']>['method'];
export const METHOD_LABELS: Readonly<Record<Method, string>> = {
  bank_transfer: 'Bank transfer',
  check: 'Check',
  other: 'Another method',
};

export const FLAG_LABELS: Readonly<Record<(typeof CLAIM_FLAGS)[number], string>> = {
  several_claims: 'Several claims',
  soon_after_start: 'Soon after the start',
  near_cover: 'Near the cover',
  document_seen_before: 'Document seen before',
  holder_changed: 'Holder changed',
  holder_differs: 'Holder differs',
  cover_changed: 'Cover changed',
  insured_twice: 'Insured twice',
  payout_vetoed: 'Payout vetoed',
  one_person: 'One person',
  customer_deactivated: 'Customer deactivated',
};

export const FLAG_FILTER: DeskFilter = {
  key: 'flag',
  label: 'Flag',
  as: 'select',
  options: LISTED_FLAGS.map((value) => ({ value, label: FLAG_LABELS[value] })),
};

/** admin.md §4. */
export const FULL_NOTE = 'Claim approved for full amount';
export const REJECT_NOTE = 'Claim does not meet requirements';

/**
 * The note to start an approval with. The specification's sentence goes with the whole claim less its deductible; where
 * the suggestion is less than that, it would tell the customer something untrue.
 */
export function firstNote({
  claim_amount,
  suggested_payout,
  policy_facts,
}: Pick<AdminClaimDetail, 'claim_amount' | 'suggested_payout' | 'policy_facts'>): string {
  // Cents are rounded up.
  return suggested_payout >= Math.floor(claim_amount) - policy_facts.deductible ? FULL_NOTE : '';
}

type Caused = Pick<AdminClaimDetail, 'cause' | 'policy_type'>;
export const causeOptions = ({ policy_type: product }: Caused) =>
  Object.entries(FORMS[product].causes).map(([value, label]) => ({ value, label }));

/** What a decision asks of the cause of loss, if the customer did not name it. */
export const causeFields = (claim: Caused) =>
  claim.cause !== null
    ? []
    : [
        {
          name: 'cause' as const,
          label: 'Cause of loss (optional)',
          kind: 'select' as const,
          options: causeOptions(claim),
          placeholder: 'Choose a cause',
          hint: 'The customer did not name it. Reports count claims by it.',
        },
      ];

/** What two people may see differently, for the comparison after a conflict. */
export function claimVersion(claim: AdminClaimDetail): Record<string, string> {
  const { decision } = claim;
  return {
    Status: CLAIM_LABELS[claim.status],
    Payout: decision?.payout_usd == null ? 'None' : formatUsd(decision.payout_usd),
    Reason: decision?.reason ?? 'None',
    'Decided by': decision?.decided_by ?? 'Nobody',
    'Confirmed by': decision?.confirmed_by ?? 'Nobody',
    Reserve: formatUsd(claim.reserve.usd),
    'Asked for': claim.requested_documents ?? 'Nothing',
    Documents: String(claim.documents.length),
    'Assigned to': claim.assigned_admin_name ?? 'Nobody',
    Version: String(claim.version),
  };
}
