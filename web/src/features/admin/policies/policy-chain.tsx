import type { PolicyRequestDetail } from '#domain/admin/policies-schema.ts';
import { formatAmount, formatUsd, grouped } from '#domain/money.ts';
import * as fact from '#web/features/admin/kit/facts.tsx';
import { PanelSection } from '#web/features/admin/parts/panel.tsx';
import { Notice } from '#web/ui/states.tsx';
import { FactList } from '#web/ui/values.tsx';

/** The public page, with the block to read where it can't ask a contract. */
function verifyPath({ quote_id, payment }: PolicyRequestDetail): string {
  const search = payment.verify_block === null ? '' : `?block=${payment.verify_block}`;
  return `/verify/${quote_id}${search}`;
}

function registryText({ enforced_by, agrees }: NonNullable<PolicyRequestDetail['chain']>): string {
  if (enforced_by === 'records') return 'None: we have no contract on this network';
  return agrees ? 'Agrees with our records' : 'Differs';
}

export function OnChain({ policy }: { policy: PolicyRequestDetail }) {
  const { chain, payment } = policy;
  return (
    <PanelSection title="On-chain record">
      {chain === null ? (
        <Notice tone="waiting">{policy.chain_problem ?? 'The registry could not be read.'}</Notice>
      ) : (
        !chain.agrees && (
          <Notice tone="danger">
            The registry and our records differ:
            <ul className="list-disc pl-5">
              {chain.differences.map((difference) => (
                <li key={difference}>{difference}</li>
              ))}
            </ul>
          </Notice>
        )
      )}
      <div className="mt-3 grid items-start gap-x-8 gap-y-1.5 first:mt-0 @xl:grid-cols-2">
        {chain !== null && (
          <FactList
            dense
            rows={[
              ['Registry', registryText(chain)],
              ['State', chain.active ? 'Active' : 'Ended'],
              fact.address('Holder', chain.holder),
              fact.moment('Cover from', chain.start),
              fact.moment('Cover until', chain.end),
              fact.usd('Coverage', chain.coverage_usd),
              [
                'Paid out',
                `${formatUsd(chain.paid_out_usd)} in ${chain.claims} ${chain.claims === 1 ? 'claim' : 'claims'}`,
              ],
              fact.address(chain.enforced_by === 'contract' ? 'Contract' : 'Paid to', chain.contract),
            ]}
          />
        )}
        <FactList
          dense
          rows={[
            ['Network', payment.network],
            ['Payment', formatAmount(payment.amount, payment.decimals, payment.currency)],
            ['Rate', `${grouped(payment.rate)} USD per ${payment.currency}`],
            fact.moment('Paid', payment.paid_at),
            fact.hash('Transaction', payment.tx_hash, payment.chain_id),
            fact.text('Confirmed', payment.confirmed ? null : 'Not yet'),
            [
              'Verify',
              <a
                key="verify"
                href={verifyPath(policy)}
                target="_blank"
                rel="noreferrer"
                className="text-teal underline underline-offset-4"
              >
                Public page
              </a>,
            ],
          ]}
        />
      </div>
    </PanelSection>
  );
}
