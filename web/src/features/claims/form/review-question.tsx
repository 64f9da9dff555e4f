import { formatUsd } from '#domain/money.ts';
import { FactList } from '#web/ui/fact-list.tsx';
import { FileThumb } from '#web/ui/file-row.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { estimate } from './claim-form.ts';
import { NextSteps } from './next-steps.tsx';
import { claimRows, NothingPaid, type Reviewed } from './review-step.tsx';

/** The review on a phone, on one screen. What would be paid is in the bar below. */
export function ReviewQuestion({ policy, claim, traveler, files, left }: Reviewed) {
  const { deductible } = policy;
  const { payout, due, complex } = estimate(deductible, claim.claim_amount, left, Date.now());
  return (
    <div className="flex flex-col gap-4">
      {payout === 0 && <NothingPaid deductible={deductible} />}
      <div>
        <FactList
          className="border-t border-line [&>div]:py-2"
          rows={[
            ...claimRows({ policy, claim, traveler }),
            ['Deductible', deductible > 0 ? `− ${formatUsd(deductible)}` : 'None'],
          ]}
        />
        <p
          dir="auto"
          className="border-y border-line py-2 text-[0.9375rem] whitespace-pre-wrap wrap-anywhere"
        >
          {claim.description}
        </p>
      </div>
      {files.length > 0 && (
        <ul aria-label="Documents" className="flex flex-wrap gap-2">
          {files.map((file) => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`}>
              <FileThumb blob={file} type={file.type} />
              <span className="sr-only">{file.name}</span>
            </li>
          ))}
        </ul>
      )}
      <div>
        <p className="text-sm text-muted">
          If you send it now, it is reviewed by <Moment at={due / 1000} className="font-medium" />. What is
          paid is decided in the review, in the currency that the premium was paid in.
        </p>
        <Fold title="What happens next" className="mt-4 border-b">
          <NextSteps complex={complex} />
        </Fold>
      </div>
    </div>
  );
}
