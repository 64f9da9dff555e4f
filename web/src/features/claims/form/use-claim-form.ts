import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import { coverLeft, coverLeftFor } from '#web/features/claims/display.ts';
import type { ListedClaim } from '#web/features/claims/queries.ts';
import { keep, readKept } from '#web/lib/kept/kept.ts';
import { useKeptForm } from '#web/lib/kept/use-kept-form.ts';
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
type ClaimDraft = z.output<typeof claimDraft>;

/** The unfinished claim. */
export const readClaimDraft = (): ClaimDraft | null => claimDraft.safeParse(readKept(KEY)).data ?? null;

export const writeClaimDraft = (draft: ClaimDraft | null): Promise<void> => keep(KEY, draft);

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

/** Keeps the entries. A form with only a policy chosen is not worth it. */
function keepDraft(linkedPolicy: number | null, entered: ClaimEntered): void {
  const { policy_id, ...typed } = entered;
  const isEmpty = Object.values(typed).every((text) => text === '');
  const submission = readClaimDraft()?.submission ?? null;
  void writeClaimDraft(isEmpty ? null : { linkedPolicy, entered, submission });
}

/** The chosen traveler of this policy, or its only one. */
function travelerOf({ travelers }: PolicyAnswer, entered: string): number | null {
  const [only, second] = travelers;
  if (only && !second) return only.number;
  return travelers.find(({ number }) => String(number) === entered)?.number ?? null;
}

/** The fields that the form's own rules refuse. */
const missingIn = (entered: ClaimEntered): Set<string> =>
  new Set(claimForm.safeParse(entered).error?.issues.map(({ path }) => String(path[0])));

/** The entries, the cover's immediate objections to them, and the validated values. */
export function useClaimForm({ policies, claims, policyId }: Omit<Given, 'address'>) {
  const [kept] = useState(() => startOf(readClaimDraft(), policyId));
  const offered = policies.find(({ id }) => id === policyId) ?? (policies.length === 1 ? policies[0] : null);
  const form = useKeptForm<ClaimEntered, unknown, ClaimChecked>({
    // Kept below, with what it depends on.
    keep: null,
    resolver: zodResolver(claimForm),
    defaultValues: { ...EMPTY_FORM, policy_id: offered ? String(offered.id) : '', ...kept },
    mode: 'onTouched',
    shouldFocusError: false,
  });
  const entered: ClaimEntered = { ...EMPTY_FORM, ...useWatch({ control: form.control }) };
  const text = JSON.stringify(entered);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` stands for the entries.
  useEffect(() => keepDraft(policyId, entered), [policyId, text]);
  const [passed, setPassed] = useState<{ entered: ClaimEntered; checked: ClaimChecked } | null>(null);

  const chosen = policies.find(({ id }) => String(id) === entered.policy_id) ?? null;
  const left = (policy: PolicyAnswer) => (claims ? coverLeft(policy, claims) : null);
  // Asked once, it stays a question, so that the others keep their place.
  const [asksPolicy, setAsksPolicy] = useState(
    policies.length > 1 && (policyId === null || entered.policy_id !== String(policyId)),
  );
  if (!asksPolicy && (chosen === null || form.formState.errors.policy_id)) setAsksPolicy(true);
  const { cause, incident_date: day } = entered;
  const traveler = chosen ? travelerOf(chosen, entered.traveler) : null;
  const unnamed = chosen !== null && chosen.travelers.length > 1 && traveler === null;
  const chosenLeft = chosen ? coverLeftFor(chosen, claims ?? [], { traveler, cause: cause || null }) : 0;
  const cents = enteredCents(entered.claim_amount);
  const incident = {
    form,
    policy: chosen,
    dayProblem: incidentProblem(day, chosen, Date.now()),
    amountProblem: chosen && amountProblem(cents, chosenLeft),
    causeIssue: causeIssue(cause, day, chosen),
  };
  const missing = missingIn(entered);
  if (incident.dayProblem !== null) missing.add('incident_date');
  if (incident.amountProblem !== null) missing.add('claim_amount');
  if (incident.causeIssue !== null) missing.add('cause');
  if (unnamed) missing.add('traveler');

  /** Says at its field that the traveler is missing, which the schema can't know. */
  function askTraveler(): void {
    if (unnamed) form.setError('traveler', { message: 'Please choose whom the claim is about' });
  }
  return {
    form,
    policies,
    /** The id of the selected policy, as text. */
    selected: entered.policy_id,
    /** Whether a phone asks which policy it is about: not if a link named it, or there is only one. */
    asksPolicy,
    chosen,
    /** Remaining cover in whole US dollars, if known; for the chosen policy at most its whole cover. */
    left,
    chosenLeft,
    /** The number of the traveler it is about; null where nobody travels, or while nobody is chosen. */
    traveler,
    /** The amount in integer cents, or null. */
    cents,
    /** What the fields of the incident need. */
    incident,
    /** The fields that are missing or wrong. */
    missing: missing as ReadonlySet<string>,
    askTraveler,
    /** Shows what is wrong with these fields. */
    check: async (fields: readonly string[]): Promise<void> => {
      await form.trigger(CLAIM_FIELDS.filter((name) => fields.includes(name)));
      if (fields.includes('traveler')) askTraveler();
    },
    /** The validated values, unless something changed since. */
    checked: passed && same(passed.entered, entered) ? passed.checked : null,
    pass: (checked: ClaimChecked) => setPassed({ entered: form.getValues(), checked }),
  };
}

export type ClaimState = ReturnType<typeof useClaimForm>;
