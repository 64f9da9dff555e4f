import { useId } from 'react';
import { NO_POLICIES } from '#domain/claims/rules.ts';
import { MAX_DOCUMENTS_PER_CLAIM, SKIPPED_FILES } from '#domain/files.ts';
import { formatUsd } from '#domain/money.ts';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import { FORMS } from '#domain/products/forms/index.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { DocumentsField } from '#web/features/claims/documents/documents-field.tsx';
import { isPhoto, pickFiles, retaken, type Uploads } from '#web/features/claims/documents/use-uploads.ts';
import { cn } from '#web/lib/cn.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { CameraButton } from '#web/ui/camera-button.tsx';
import { FileRow } from '#web/ui/file-row.tsx';
import { PRODUCT_PICTURES } from '#web/ui/illustrations.tsx';
import { Section } from '#web/ui/section.tsx';
import { Notice } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';
import { coverDates } from './claim-form.ts';
import type { ClaimState } from './use-claim-form.ts';

export const DOCUMENTS_NOTE = 'They speed things up. You can add more later, as they come in.';

/** What a claim on this policy needs. */
export function ClaimNeeds({ policy }: { policy: PolicyAnswer | null }) {
  const needs = policy ? FORMS[policy.policy_type].wording.claimNeeds : [];
  return (
    needs.length > 0 && (
      <ul className="flex flex-col gap-1.5 text-[0.9375rem]">
        {needs.map((need) => (
          <li key={need} className="flex gap-2.5">
            <span aria-hidden className="mt-2.5 size-1 shrink-0 rounded-full bg-line-strong" />
            {need}
          </li>
        ))}
      </ul>
    )
  );
}

/** Takes photographs and files, and lists those that go along with the claim. */
export function ChosenDocuments({ uploads }: { uploads: Uploads }) {
  return (
    <>
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
    </>
  );
}

/** The policies that can be claimed on, with the form's own. */
export function SelectPolicy({ claim }: { claim: ClaimState }) {
  const { form, policies, left, selected } = claim;
  const error = form.formState.errors.policy_id?.message;
  const errorId = useId();
  return (
    <div
      role="radiogroup"
      aria-label="Select Policy"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? errorId : undefined}
    >
      <div className="grid gap-3">
        {policies.map((policy) => {
          const Picture = PRODUCT_PICTURES[policy.policy_type];
          const id = String(policy.id);
          const chosen = id === selected;
          const remains = left(policy);
          return (
            <label
              key={policy.id}
              className={cn(
                'flex cursor-pointer items-center gap-4 rounded-[10px] border px-4 py-3.5 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
                chosen && 'border-teal bg-teal-soft',
                !chosen && (error ? 'border-coral' : 'border-line-strong'),
                !chosen && 'bg-surface hover:bg-sunken',
              )}
            >
              <input
                type="radio"
                name="policy_id"
                value={id}
                checked={chosen}
                onChange={() => form.setValue('policy_id', id, { shouldDirty: true, shouldValidate: true })}
                className="size-4 shrink-0 accent-teal"
              />
              <span className="min-w-0 grow">
                <span className="flex flex-wrap items-baseline justify-between gap-x-4">
                  <span className="font-medium">
                    {PRODUCTS[policy.policy_type].label}{' '}
                    <span className="figures font-normal text-muted">{policy.policy_number}</span>
                  </span>
                  {remains !== null && (
                    <span className="figures text-[0.9375rem]">{formatUsd(remains)} of cover left</span>
                  )}
                </span>
                <span
                  className={cn(
                    'figures mt-0.5 block text-sm wrap-anywhere',
                    chosen ? 'text-ink' : 'text-muted',
                  )}
                >
                  <bdi>{policy.name}</bdi> · Cover {coverDates(policy)}
                </span>
              </span>
              <Picture className="h-9 shrink-0 text-ink max-sm:hidden" />
            </label>
          );
        })}
      </div>
      {error && (
        <p id={errorId} className="mt-1.5 text-sm text-coral">
          {error}
        </p>
      )}
    </div>
  );
}

export const POLICIES_NOTE = 'Policies whose cover has begun, up to one year after its end.';
export const KEPT_NOTE =
  'What you enter and add is kept in this browser, encrypted, until you submit it or disconnect.';

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
