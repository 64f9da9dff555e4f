import type { PolicyDetailAnswer } from '../../../../../domain/policy/schema.ts';
import { FactList } from '../../../ui/fact-list.tsx';
import { Section } from '../../../ui/section.tsx';

export function PeopleCard({ policy }: { policy: PolicyDetailAnswer }) {
  return (
    <Section title="Contact and beneficiary">
      <FactList
        rows={[
          ['Email', policy.contact.email],
          ['Phone', policy.contact.telephone],
          ['Beneficiary', policy.beneficiary ?? <span className="text-muted">None named</span>],
        ]}
      />
    </Section>
  );
}
