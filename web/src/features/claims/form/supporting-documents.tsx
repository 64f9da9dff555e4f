import { MAX_DOCUMENTS_PER_CLAIM, SKIPPED_FILES } from '#domain/files.ts';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import { FORMS } from '#domain/products/forms/index.ts';
import { DocumentsField } from '#web/features/claims/documents/documents-field.tsx';
import { isPhoto, pickFiles, retaken } from '#web/features/claims/documents/pick-files.ts';
import type { Uploads } from '#web/features/claims/documents/use-uploads.ts';
import { CameraButton } from '#web/ui/camera-button.tsx';
import { FileRow } from '#web/ui/file-row.tsx';
import { toast } from '#web/ui/toast.ts';

export const DOCUMENTS_NOTE = 'They speed up the review. You can add more later, as they come in.';

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
