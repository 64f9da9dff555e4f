import { COMPLEX_CLAIM_USD } from '#domain/claims/rules.ts';
import { formatUsd } from '#domain/money.ts';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import { causeLabel } from '#domain/products/forms/index.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { PAYOUT_PROMISE, PROMISES } from '#domain/promises.ts';
import { longDate } from '#web/lib/format.ts';
import { FileThumb } from '#web/ui/file-row.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { Notice } from '#web/ui/states.tsx';
import { Fact, FactList, Moment } from '#web/ui/values.tsx';

import { type ClaimChecked, estimate } from './claim-form.ts';

function NextSteps({ complex }: { complex: boolean }) {
  const times = complex
    ? `in 3-${PROMISES.complexClaimBusinessDays} business days, because it is for more than ${formatUsd(COMPLEX_CLAIM_USD)}`
    : `within 24-${PROMISES.claimReviewHours} hours`;
  const steps = [
    ['Review', `We review your claim ${times}. If anything is missing, we’ll ask you for it.`],
    ['Decision', 'You get our answer and the reason as a message, and by email if you like.'],
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

const NothingPaid = ({ deductible }: { deductible: number }) => (
  <Notice tone="waiting">
    The claim does not exceed the deductible of {formatUsd(deductible)}, so nothing would be paid.
  </Notice>
);

/** What was entered, for a last look, what would be paid, and when we look at it. */
export function Review({ policy, claim, traveler, files, left }: Reviewed) {
  const { deductible, policy_type: product } = policy;
  const { payout, due, complex } = estimate(deductible, claim.claim_amount, left, Date.now());
  const cause = claim.cause && causeLabel(product, claim.cause);
  return (
    <div className="flex flex-col gap-4">
      {payout === 0 && <NothingPaid deductible={deductible} />}
      <div>
        <FactList
          className="border-t border-line [&>div]:py-2"
          rows={[
            ['Policy', `${PRODUCTS[product].label} ${policy.policy_number}, ${policy.name}`],
            traveler !== null && [
              'Traveler',
              policy.travelers.find(({ number }) => number === traveler)?.name,
            ],
            ['Date of incident', longDate(claim.incident_date)],
            ['Claim amount', formatUsd(claim.claim_amount / 100)],
            cause ? ['Cause', cause] : null,
            ['Deductible', deductible > 0 ? `− ${formatUsd(deductible)}` : 'None'],
          ]}
        >
          {/* A phone has the sum in the bar below. */}
          <Fact label="Cover left" className="max-sm:hidden">
            {formatUsd(left)}
          </Fact>
          <Fact label="What would be paid at most" className="max-sm:hidden">
            <span className="text-lg font-semibold">{formatUsd(payout)}</span>
          </Fact>
        </FactList>
        <p
          dir="auto"
          className="border-y border-line py-2 text-[0.9375rem] whitespace-pre-wrap wrap-anywhere"
        >
          {claim.description}
        </p>
      </div>
      {files.length > 0 && (
        <ul aria-label="Documents" className="flex flex-wrap gap-x-4 gap-y-2">
          {files.map((file) => (
            <li
              key={`${file.name} ${file.size} ${file.lastModified}`}
              className="flex items-center gap-2 text-sm"
            >
              <FileThumb blob={file} type={file.type} />
              <span className="max-sm:sr-only">{file.name}</span>
            </li>
          ))}
        </ul>
      )}
      <div>
        <p className="text-sm text-muted">
          An estimate. The review decides what we pay, in the currency you paid with. Send it now, and we’ll
          review it by <Moment at={due / 1000} className="font-medium" />.
        </p>
        <Fold title="What happens next" className="mt-4 border-b">
          <NextSteps complex={complex} />
        </Fold>
      </div>
    </div>
  );
}
