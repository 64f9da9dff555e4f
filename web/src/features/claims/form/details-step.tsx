import { type UseFormReturn, useWatch } from 'react-hook-form';
import { NO_POLICIES } from '../../../../../domain/claims/rules.ts';
import { MAX_DOCUMENTS_PER_CLAIM, SKIPPED_FILES } from '../../../../../domain/files.ts';
import type { PolicyAnswer } from '../../../../../domain/policy/schema.ts';
import { FORMS } from '../../../../../domain/products/forms/index.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { CameraButton } from '../../../ui/camera-button.tsx';
import { FileRow } from '../../../ui/file-row.tsx';
import { Section } from '../../../ui/section.tsx';
import { Notice } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { DocumentsField } from '../documents/documents-field.tsx';
import { isPhoto, pickFiles, retaken } from '../documents/pick-files.ts';
import type { Uploads } from '../documents/use-uploads.ts';
import type { ClaimChecked, ClaimEntered } from './claim-form.ts';
import { IncidentFields } from './incident-fields.tsx';
import { SelectPolicy } from './select-policy.tsx';

export function NothingToClaimOn() {
  return (
    <Section title="Select Policy">
      <Notice tone="waiting">{NO_POLICIES}</Notice>
      <div className="mt-5 flex flex-wrap gap-3">
        <ButtonLink to="/my-policies" variant="secondary">
          See My Policies
        </ButtonLink>
        <ButtonLink to="/quote/$type" params={{ type: 'home' }} variant="secondary">
          Get a quote
        </ButtonLink>
        <Button disabled>Submit Claim</Button>
      </div>
    </Section>
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
  causeIssue: string | null;
}

export function DetailsStep(props: DetailsStepProps) {
  const { form, uploads, policies, chosen, left, ...problems } = props;
  const { control } = form;
  const { errors } = form.formState;
  const policyId = useWatch({ control, name: 'policy_id' });
  const needs = chosen ? FORMS[chosen.policy_type].wording.claimNeeds : [];
  return (
    <div className="flex flex-col gap-6">
      <Section
        heading="h3"
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
        heading="h3"
        title="Incident Details"
        note="What happened, when, and what it cost. An estimate is enough."
      >
        <IncidentFields form={form} policy={chosen} {...problems} />
      </Section>
      <Section
        heading="h3"
        title="Supporting Documents"
        note="They speed up the review. You can add more later, as they come in."
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
          capacity={MAX_DOCUMENTS_PER_CLAIM - uploads.entries.length}
          onFiles={uploads.add}
        />
        {uploads.entries.length > 0 && (
          <ul aria-label="Documents" className="mt-3 divide-y divide-line">
            {uploads.entries.map(({ key, file }) => (
              <FileRow key={key} file={file} state="ready" onRemove={() => uploads.remove(key)}>
                {isPhoto(file) && (
                  <CameraButton
                    label="Retake"
                    about={`Retake ${file.name}`}
                    size="small"
                    onPhoto={(photo) => {
                      const [taken] = pickFiles([retaken(photo, file)], [], 1).taken;
                      if (taken) uploads.replace(key, taken);
                      else toast.error(SKIPPED_FILES);
                    }}
                  />
                )}
              </FileRow>
            ))}
          </ul>
        )}
      </Section>
    </div>
  );
}
