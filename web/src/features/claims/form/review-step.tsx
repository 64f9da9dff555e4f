import type { ReactNode } from 'react';
import { COMPLEX_CLAIM_USD } from '#domain/claims/rules.ts';
import { formatBytes } from '#domain/files.ts';
import { formatUsd } from '#domain/money.ts';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import { causeLabel } from '#domain/products/forms/index.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { PAYOUT_PROMISE, PROMISES } from '#domain/promises.ts';
import { longDate } from '#web/lib/format.ts';
import { FileThumb } from '#web/ui/file-row.tsx';
import { Section } from '#web/ui/section.tsx';
import { Notice } from '#web/ui/states.tsx';
import { Fact, FactList, type FactRow, Moment } from '#web/ui/values.tsx';

import { type ClaimChecked, estimate } from './claim-form.ts';

const DAYS = `3-${PROMISES.complexClaimBusinessDays} business days`;

export function NextSteps({ complex }: { complex?: boolean }) {
  const times =
    complex === undefined
      ? `within 24-${PROMISES.claimReviewHours} hours, and a claim for more than ${formatUsd(COMPLEX_CLAIM_USD)} in ${DAYS}`
      : complex
        ? `in ${DAYS}, because it is for more than ${formatUsd(COMPLEX_CLAIM_USD)}`
        : `within 24-${PROMISES.claimReviewHours} hours`;
  const steps = [
    ['Review', `We look at your claim ${times}. If something is missing, we will ask for it.`],
    ['Decision', 'You get it as a message, with the reason, and by email if you wish.'],
    [
      'Payment',
      `An approved claim is paid ${PAYOUT_PROMISE}. We send it on chain, to the wallet that holds the policy.`,
    ],
  ] as const;
  return (
    <ol className="flex flex-col gap-3.5">
      {steps.map(([title, text], index) => (
        <li key={title} className="flex gap-3 text-[0.9375rem]">
          <span
            aria-hidden
            className="figures grid size-6 shrink-0 place-items-center rounded-full bg-sunken text-[0.8125rem] ring-1 ring-line ring-inset"
          >
            {index + 1}
          </span>
          <span>
            <span className="font-medium">{title}.</span> <span className="text-muted">{text}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

export interface Reviewed {
  policy: PolicyAnswer;
  claim: ClaimChecked;
  /** The number of the traveler it is about, if any. */
  traveler: number | null;
  files: readonly File[];
  /** Remaining cover in whole US dollars. */
  left: number;
}

/** What was entered, for a last look. */
export function claimRows({ policy, claim, traveler }: Pick<Reviewed, 'policy' | 'claim' | 'traveler'>) {
  const { label } = PRODUCTS[policy.policy_type];
  const cause = claim.cause && causeLabel(policy.policy_type, claim.cause);
  const rows: (FactRow | false)[] = [
    ['Policy', `${label} ${policy.policy_number}, ${policy.name}`],
    traveler !== null && ['Traveler', policy.travelers.find(({ number }) => number === traveler)?.name],
    ['Date of incident', longDate(claim.incident_date)],
    ['Claim amount', formatUsd(claim.claim_amount / 100)],
    cause ? ['Cause', cause] : false,
  ];
  return rows;
}

export const NothingPaid = ({ deductible }: { deductible: number }) => (
  <Notice tone="waiting">
    The claim does not exceed the deductible of {formatUsd(deductible)}, so nothing would be paid.
  </Notice>
);

function Files({ files }: { files: readonly File[] }) {
  if (files.length === 0) {
    return (
      <p className="text-[0.9375rem] text-muted">None. You can add documents later, on the claim’s page.</p>
    );
  }
  return (
    <ul aria-label="Documents" className="divide-y divide-line">
      {files.map((file) => (
        <li key={`${file.name} ${file.size} ${file.lastModified}`} className="flex items-center gap-3 py-2.5">
          <FileThumb blob={file} type={file.type} />
          <span className="min-w-0">
            <span className="block truncate text-[0.9375rem]">{file.name}</span>
            <span className="figures text-sm text-muted">{formatBytes(file.size)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The second step in a wide window. */
export function ReviewStep({ children, ...reviewed }: Reviewed & { children: ReactNode }) {
  const { policy, claim, files, left } = reviewed;
  const now = Date.now();
  const { deductible } = policy;
  const { payout, due, complex } = estimate(deductible, claim.claim_amount, left, now);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
      <div className="flex min-w-0 flex-col gap-6">
        <Section title="Your claim" heading="h3">
          <FactList rows={claimRows(reviewed)} />
          <h4 className="mt-3 text-sm text-muted">Description</h4>
          <p dir="auto" className="mt-1 text-[0.9375rem] whitespace-pre-wrap wrap-anywhere">
            {claim.description}
          </p>
        </Section>
        <Section title="Supporting Documents" heading="h3">
          <Files files={files} />
        </Section>
      </div>
      <div className="flex flex-col gap-6 lg:sticky lg:top-22">
        <Section title="What would be paid at most" heading="h3">
          <FactList className="border-b border-line">
            <Fact label="Claim amount">{formatUsd(claim.claim_amount / 100)}</Fact>
            <Fact label="Deductible">{deductible > 0 ? `− ${formatUsd(deductible)}` : 'None'}</Fact>
            <Fact label="Cover left">{formatUsd(left)}</Fact>
            <Fact label="At most">
              <span className="text-lg font-semibold">{formatUsd(payout)}</span>
            </Fact>
          </FactList>
          {payout === 0 ? (
            <div className="mt-4">
              <NothingPaid deductible={deductible} />
            </div>
          ) : (
            <p className="mt-3 text-sm text-muted">
              An estimate. What is paid is decided in the review, in the currency that the premium was paid
              in.
            </p>
          )}
        </Section>
        <Section title="What happens next" heading="h3">
          <NextSteps complex={complex} />
          <p className="mt-4 border-t border-line pt-4 text-[0.9375rem]">
            If you send it now, it is reviewed by <Moment at={due / 1000} className="font-medium" />.
          </p>
        </Section>
        {children}
      </div>
    </div>
  );
}
