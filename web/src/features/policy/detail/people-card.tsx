import type { PolicyDetailAnswer } from '../../../../../domain/policy/schema.ts';
import { Card, Fact } from '../../../ui/card.tsx';

/** The policy's contact and its beneficiary. */
export function PeopleCard({ policy }: { policy: PolicyDetailAnswer }) {
  return (
    <Card className="p-6">
      <h2 className="text-lg">Contact and beneficiary</h2>
      <dl className="mt-2 divide-y divide-line">
        <Fact label="Email">
          <span className="wrap-anywhere">{policy.contact.email}</span>
        </Fact>
        <Fact label="Phone">{policy.contact.telephone}</Fact>
        <Fact label="Beneficiary">
          {policy.beneficiary === null ? (
            <span className="text-muted">None named</span>
          ) : (
            <span className="wrap-anywhere">{policy.beneficiary}</span>
          )}
        </Fact>
      </dl>
    </Card>
  );
}
