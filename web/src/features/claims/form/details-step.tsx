import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { NO_POLICIES } from '../../../../../domain/claims/rules.ts';
import { MAX_DOCUMENTS_PER_CLAIM } from '../../../../../domain/files.ts';
import type { PolicyAnswer } from '../../../../../domain/policy/schema.ts';
import { FORMS } from '../../../../../domain/products/forms/index.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FileRow } from '../../../ui/file-row.tsx';
import { Notice } from '../../../ui/states.tsx';
import { DocumentsField } from '../documents/documents-field.tsx';
import type { Uploads } from '../documents/use-uploads.ts';
import type { ClaimChecked, ClaimEntered } from './claim-form.ts';
import { IncidentFields } from './incident-fields.tsx';
import { SelectPolicy } from './select-policy.tsx';

interface SectionProps {
  id: string;
  title: string;
  note: string;
  children: ReactNode;
}

function Section({ id, title, note, children }: SectionProps) {
  return (
    <Card className="p-6" aria-labelledby={id}>
      <h3 id={id} className="text-lg">
        {title}
      </h3>
      <p className="mt-1 mb-5 text-sm text-muted">{note}</p>
      {children}
    </Card>
  );
}

/** No policy to claim on: the specification's message and links. */
export function NothingToClaimOn() {
  return (
    <Card className="flex flex-col items-start gap-5 p-6" aria-labelledby="policy-title">
      <h2 id="policy-title" className="text-lg">
        Select Policy
      </h2>
      <Notice tone="waiting">{NO_POLICIES}</Notice>
      <div className="flex flex-wrap gap-3">
        <Link to="/my-policies" className={buttonClass({ variant: 'secondary' })}>
          See My Policies
        </Link>
        <Link to="/quote/$type" params={{ type: 'home' }} className={buttonClass({ variant: 'secondary' })}>
          Get a quote
        </Link>
        <Button disabled>Submit Claim</Button>
      </div>
    </Card>
  );
}

interface DetailsStepProps {
  form: UseFormReturn<ClaimEntered, unknown, ClaimChecked>;
  uploads: Uploads;
  policies: readonly PolicyAnswer[];
  chosen: PolicyAnswer | null;
  /** Remaining cover in whole US dollars, if known. */
  left: (policy: PolicyAnswer) => number | null;
  dayProblem: string | null;
  amountProblem: string | null;
}

/** Select Policy, Incident Details and Supporting Documents. */
export function DetailsStep(props: DetailsStepProps) {
  const { form, uploads, policies, chosen, left, dayProblem, amountProblem } = props;
  const { control } = form;
  const { errors } = form.formState;
  const policyId = useWatch({ control, name: 'policy_id' });
  const needs = chosen ? FORMS[chosen.policy_type].wording.claimNeeds : [];
  return (
    <div className="flex flex-col gap-6">
      <Section
        id="policy-title"
        title="Select Policy"
        note="Policies whose cover has begun, up to one year after its end."
      >
        <SelectPolicy
          policies={policies}
          left={left}
          value={policyId}
          onChange={(id) => form.setValue('policy_id', id, { shouldDirty: true, shouldValidate: true })}
          error={errors.policy_id?.message}
        />
      </Section>
      <Section
        id="incident-title"
        title="Incident Details"
        note="What happened, when, and what it cost. An estimate is enough."
      >
        <IncidentFields
          control={control}
          errors={errors}
          policy={chosen}
          dayProblem={dayProblem}
          amountProblem={amountProblem}
        />
      </Section>
      <Section
        id="documents-title"
        title="Supporting Documents"
        note="They make the review quicker. You can add more later, as they come in."
      >
        {needs.length > 0 && (
          <ul className="mb-5 flex flex-col gap-1.5 text-[0.9375rem]">
            {needs.map((need) => (
              <li key={need} className="flex gap-2.5">
                <span aria-hidden className="mt-2.5 size-1 shrink-0 rounded-full bg-line-strong" />
                {need}
              </li>
            ))}
          </ul>
        )}
        <DocumentsField
          held={uploads.entries.map(({ file }) => file)}
          room={MAX_DOCUMENTS_PER_CLAIM - uploads.entries.length}
          onFiles={uploads.add}
        />
        {uploads.entries.length > 0 && (
          <ul aria-label="Documents" className="mt-3 divide-y divide-line">
            {uploads.entries.map(({ key, file }) => (
              <FileRow key={key} file={file} state="ready" onRemove={() => uploads.remove(key)} />
            ))}
          </ul>
        )}
      </Section>
    </div>
  );
}
