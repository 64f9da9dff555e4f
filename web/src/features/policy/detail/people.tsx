import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { Fact, FactList } from '#web/ui/fact-list.tsx';
import { Fold } from '#web/ui/fold.tsx';

export function People({ policy }: { policy: PolicyDetailAnswer }) {
  return (
    <Fold title="Contact and beneficiary">
      <FactList
        rows={[
          ['Email', policy.contact.email],
          ['Phone', policy.contact.telephone],
        ]}
      >
        <Fact label="Beneficiary">
          {policy.beneficiary === null ? (
            <span className="text-muted">None named</span>
          ) : (
            <bdi>{policy.beneficiary}</bdi>
          )}
        </Fact>
      </FactList>
    </Fold>
  );
}
