import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { FORMS } from '#domain/products/forms/index.ts';
import { longDate, longMoment } from '#web/lib/format.ts';
import { CoverPicture } from '#web/ui/cover-picture/cover-picture.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { IpidLink } from '#web/ui/ipid-link.tsx';
import { MarkedList } from '#web/ui/marked-list.tsx';
import { Section } from '#web/ui/section.tsx';

/** What is covered: as a picture, and in the words that the holder accepted. */
export function CoveredCard({ policy }: { policy: PolicyDetailAnswer }) {
  const { wording_version: version, wording_accepted_at: accepted } = policy;
  const { wording } = FORMS[policy.policy_type];
  if (wording.version !== version) {
    return (
      <Section title="What is covered">
        <p className="mb-3 text-[0.9375rem]">
          You accepted the words of version {version}. They are in the product information.
        </p>
        <IpidLink version={version} />
      </Section>
    );
  }
  return (
    <Section title="What is covered" className="pb-0 sm:pb-0">
      <CoverPicture
        product={policy.policy_type}
        coverage={policy.amount / Math.max(1, policy.travelers.length)}
        deductible={policy.deductible}
        wording={wording}
        list={false}
      />
      <div className="mt-4 grid gap-8 pb-6 md:grid-cols-2">
        <MarkedList title="Covered" items={wording.covered} mark="yes" />
        <MarkedList title="Not covered" items={wording.notCovered} mark="no" />
      </div>
      <Fold title="Limits and what a claim needs" note={version}>
        <div className="grid gap-8 md:grid-cols-2">
          <MarkedList title="Limits and deductible" items={wording.limits} />
          <MarkedList title="What a claim will need" items={wording.claimNeeds} />
        </div>
        <p className="mt-5 text-sm text-muted">
          {accepted !== null && (
            <span title={longMoment(accepted)}>You accepted these words on {longDate(accepted)}. </span>
          )}
          <IpidLink version={version} />
        </p>
      </Fold>
    </Section>
  );
}
