import { NO_POLICIES } from '#domain/claims/rules.ts';
import type { Uploads } from '#web/features/claims/documents/use-uploads.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Section } from '#web/ui/section.tsx';
import { Notice } from '#web/ui/states.tsx';
import { IncidentFields } from './incident-fields.tsx';
import { SelectPolicy } from './select-policy.tsx';
import { ChosenDocuments, ClaimNeeds, DOCUMENTS_NOTE } from './supporting-documents.tsx';
import type { ClaimState } from './use-claim-form.ts';

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

/** Everything about a claim at once, in a wide window. */
export function DetailsStep({ claim, uploads }: { claim: ClaimState; uploads: Uploads }) {
  return (
    <div className="flex flex-col gap-6">
      <Section heading="h3" title="Select Policy" note={POLICIES_NOTE}>
        <SelectPolicy claim={claim} />
      </Section>
      <Section
        heading="h3"
        title="Incident Details"
        note="What happened, when, and what it cost. An estimate is enough."
      >
        <IncidentFields {...claim.incident} />
      </Section>
      <Section heading="h3" title="Supporting Documents" note={DOCUMENTS_NOTE}>
        <div className="mb-5 empty:hidden">
          <ClaimNeeds policy={claim.chosen} />
        </div>
        <ChosenDocuments uploads={uploads} />
      </Section>
    </div>
  );
}
