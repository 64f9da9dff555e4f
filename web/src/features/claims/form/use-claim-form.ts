import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { PolicyAnswer } from '../../../../../domain/policy/schema.ts';
import {
  type ClaimDraft,
  forgetClaimDraft,
  readClaimDraft,
  writeClaimDraft,
} from '../../../state/claim-draft.ts';
import { coverLeft, coverLeftFor } from '../display.ts';
import type { ListedClaim } from '../queries.ts';
import {
  amountProblem,
  CLAIM_FIELDS,
  type ClaimChecked,
  type ClaimEntered,
  causeIssue,
  claimForm,
  EMPTY_FORM,
  enteredCents,
  incidentProblem,
} from './claim-form.ts';

export interface Given {
  address: string;
  /** Policies that can be claimed on; at least one. */
  policies: readonly PolicyAnswer[];
  /** The wallet's claims, or null until they are known. */
  claims: readonly ListedClaim[] | null;
  policyId: number | null;
}

const same = (a: Partial<ClaimEntered>, b: Partial<ClaimEntered>) =>
  CLAIM_FIELDS.every((field) => a[field] === b[field]);

/** The stored entries for this page, without the policy if the link names another one. */
function startOf(draft: ClaimDraft | null, policyId: number | null): Partial<ClaimEntered> {
  if (draft === null) return {};
  const { policy_id, ...rest } = draft.entered;
  return policyId === draft.linkedPolicy && policy_id !== '' ? draft.entered : rest;
}

/** Stores the entries for this tab. A form with only a policy chosen is not worth storing. */
function keep(address: string, linkedPolicy: number | null, entered: ClaimEntered): void {
  const { policy_id, ...typed } = entered;
  if (Object.values(typed).every((text) => text === '')) {
    forgetClaimDraft();
    return;
  }
  const submission = readClaimDraft(address)?.submission ?? null;
  writeClaimDraft({ address, linkedPolicy, entered, submission });
}

/** The chosen traveler of this policy, or its only one. */
function travelerOf({ travelers }: PolicyAnswer, entered: string): number | null {
  const [only, second] = travelers;
  if (only && !second) return only.number;
  return travelers.find(({ number }) => String(number) === entered)?.number ?? null;
}

/** The entries, the cover's immediate objections to them, and the validated values. */
export function useClaimForm({ address, policies, claims, policyId }: Given) {
  const [kept] = useState(() => startOf(readClaimDraft(address), policyId));
  const offered = policies.find(({ id }) => id === policyId) ?? (policies.length === 1 ? policies[0] : null);
  const form = useForm<ClaimEntered, unknown, ClaimChecked>({
    resolver: zodResolver(claimForm),
    defaultValues: { ...EMPTY_FORM, policy_id: offered ? String(offered.id) : '', ...kept },
    mode: 'onTouched',
    shouldFocusError: false,
  });
  const entered = useWatch({ control: form.control });
  useEffect(() => keep(address, policyId, { ...EMPTY_FORM, ...entered }), [address, policyId, entered]);
  const [passed, setPassed] = useState<{ entered: ClaimEntered; checked: ClaimChecked } | null>(null);

  const chosen = policies.find(({ id }) => String(id) === entered.policy_id) ?? null;
  const left = (policy: PolicyAnswer) => (claims ? coverLeft(policy, claims) : null);
  const cause = entered.cause ?? '';
  const traveler = chosen ? travelerOf(chosen, entered.traveler ?? '') : null;
  const chosenLeft = chosen ? coverLeftFor(chosen, claims ?? [], { traveler, cause: cause || null }) : 0;
  return {
    form,
    chosen,
    /** Remaining cover in whole US dollars, if known; for the chosen policy at most its whole cover. */
    left,
    chosenLeft,
    /** The number of the traveler it is about; null where nobody travels, or while nobody is chosen. */
    traveler,
    causeIssue: causeIssue(cause, entered.incident_date ?? '', chosen),
    dayProblem: incidentProblem(entered.incident_date ?? '', chosen, Date.now()),
    amountProblem: chosen && amountProblem(enteredCents(entered.claim_amount ?? ''), chosenLeft),
    /** The validated values, unless something changed since. */
    checked: passed && same(passed.entered, entered) ? passed.checked : null,
    pass: (checked: ClaimChecked) => setPassed({ entered: form.getValues(), checked }),
  };
}
