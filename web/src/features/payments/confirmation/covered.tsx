import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatUsd } from '#domain/money.ts';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { policiesQuery } from '#web/lib/api/policies-query.ts';
import { coverSentence } from '#web/lib/cover-sentence.ts';
import { longDate } from '#web/lib/format.ts';
import type { TransactionData } from '#web/state/purchase.ts';
import { Named } from '#web/ui/named.tsx';

/** The policy that a payment bought, as the holder's list has it; undefined until then. */
export function useBought(
  { address, policyId }: TransactionData,
  signedIn: boolean,
): PolicyAnswer | undefined {
  const { data } = useQuery({
    ...policiesQuery(address),
    enabled: signedIn && policyId !== null,
    select: (policies) => policies.find(({ id }) => id === policyId),
  });
  return data;
}

/** What is true now that the policy is active. Without the policy itself, what the payment says of it. */
export function CoveredSentence(props: {
  policy: PolicyAnswer | undefined;
  transaction: TransactionData;
}): ReactNode {
  const { policy, transaction } = props;
  if (policy) return <Named text={coverSentence(policy, Date.now())} name={policy.name} />;
  const { yours } = PRODUCTS[transaction.insuranceTypeKey];
  const [start, end] = [longDate(transaction.startDate), longDate(transaction.endDate)];
  const thing = `${yours[0]?.toUpperCase()}${yours.slice(1)}`;
  const verb = yours.endsWith('s') ? 'are' : 'is';
  return Date.parse(transaction.startDate) > Date.now()
    ? `${thing} ${verb} covered from ${start} until ${end}.`
    : `${thing} ${verb} covered until ${end}.`;
}

/** The two figures that matter at a claim. */
export function CoverFigures({ policy: { amount, deductible } }: { policy: PolicyAnswer }) {
  return (
    <p className="text-muted">
      Up to {formatUsd(amount)}. {deductible > 0 && `You pay the first ${formatUsd(deductible)} of a claim.`}
    </p>
  );
}
