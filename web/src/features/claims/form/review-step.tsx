import type { ReactNode } from 'react';
import { formatBytes } from '../../../../../domain/files.ts';
import { formatUsd } from '../../../../../domain/money.ts';
import type { PolicyAnswer } from '../../../../../domain/policy/schema.ts';
import { PRODUCTS } from '../../../../../domain/products/index.ts';
import { longDate, longMoment } from '../../../lib/format.ts';
import { Card, Fact } from '../../../ui/card.tsx';
import { FileThumb } from '../../../ui/file-row.tsx';
import { Notice } from '../../../ui/states.tsx';
import { dollars } from '../display.ts';
import { type ClaimChecked, estimate } from './claim-form.ts';
import { NextSteps } from './next-steps.tsx';

interface ReviewStepProps {
  policy: PolicyAnswer;
  claim: ClaimChecked;
  files: readonly File[];
  /** Remaining cover in whole US dollars. */
  left: number;
  /** The buttons and any error. */
  children: ReactNode;
}

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

/** Everything that will be sent, the largest possible payout and the next steps. */
export function ReviewStep({ policy, claim, files, left, children }: ReviewStepProps) {
  const now = Date.now();
  const { deductible, payout, due, complex } = estimate(policy.policy_type, claim.claim_amount, left, now);
  const dueIso = new Date(due).toISOString();
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
      <div className="flex min-w-0 flex-col gap-6">
        <Card className="p-6" aria-labelledby="review-claim">
          <h3 id="review-claim" className="text-lg">
            Your claim
          </h3>
          <dl className="mt-2 divide-y divide-line">
            <Fact label="Policy">
              {PRODUCTS[policy.policy_type].label} {policy.policy_number}
            </Fact>
            <Fact label="Date of incident">{longDate(claim.incident_date)}</Fact>
            <Fact label="Claim amount">{dollars(claim.claim_amount / 100)}</Fact>
          </dl>
          <h4 className="mt-3 text-sm text-muted">Description</h4>
          <p className="mt-1 text-[0.9375rem] whitespace-pre-wrap wrap-anywhere">{claim.description}</p>
        </Card>
        <Card className="p-6" aria-labelledby="review-documents">
          <h3 id="review-documents" className="mb-2 text-lg">
            Supporting Documents
          </h3>
          <Files files={files} />
        </Card>
      </div>
      <div className="flex flex-col gap-6 lg:sticky lg:top-22">
        <Card className="p-6" aria-labelledby="review-estimate">
          <h3 id="review-estimate" className="text-lg">
            What would be paid at most
          </h3>
          <dl className="mt-2 divide-y divide-line border-b border-line">
            <Fact label="Claim amount">{dollars(claim.claim_amount / 100)}</Fact>
            <Fact label="Deductible">{deductible > 0 ? `− ${formatUsd(deductible)}` : 'None'}</Fact>
            <Fact label="Cover left">{formatUsd(left)}</Fact>
            <Fact label="At most">
              <span className="text-lg font-semibold">{formatUsd(payout)}</span>
            </Fact>
          </dl>
          {payout === 0 ? (
            <div className="mt-4">
              <Notice tone="waiting">
                The claim is not above the deductible of {formatUsd(deductible)}, so nothing would be paid.
              </Notice>
            </div>
          ) : (
            <p className="mt-3 text-sm text-muted">
              An estimate. What is paid is decided in the review, in the currency that the premium was paid
              in.
            </p>
          )}
        </Card>
        <Card className="p-6" aria-labelledby="review-next">
          <h3 id="review-next" className="mb-4 text-lg">
            What happens next
          </h3>
          <NextSteps complex={complex} />
          <p className="mt-4 border-t border-line pt-4 text-[0.9375rem]">
            If you send it now, it is reviewed by{' '}
            <time dateTime={dueIso} title={longMoment(dueIso)} className="font-medium">
              {longDate(dueIso)}
            </time>
            .
          </p>
        </Card>
        {children}
      </div>
    </div>
  );
}
