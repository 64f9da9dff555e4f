import type { PolicyRequestDetail } from '#domain/admin/policies-schema.ts';
import { formatAmount, formatUsd, grouped } from '#domain/money.ts';
import { ShortMoment } from '#web/features/admin/parts/cells.tsx';
import { PanelSection } from '#web/features/admin/parts/panel.tsx';
import { Notice } from '#web/ui/states.tsx';
import { AddressText, FactList, TransactionHash } from '#web/ui/values.tsx';

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
              ['Holder', <AddressText key="holder" address={chain.holder} />],
              ['Cover from', <ShortMoment key="from" at={chain.start} />],
              ['Cover until', <ShortMoment key="until" at={chain.end} />],
              ['Coverage', formatUsd(chain.coverage_usd)],
              [
                'Paid out',
                `${formatUsd(chain.paid_out_usd)} in ${chain.claims} ${chain.claims === 1 ? 'claim' : 'claims'}`,
              ],
              [
                chain.enforced_by === 'contract' ? 'Contract' : 'Paid to',
                <AddressText key="contract" address={chain.contract} />,
              ],
            ]}
          />
        )}
        <FactList
          dense
          rows={[
            ['Network', payment.network],
            ['Payment', formatAmount(payment.amount, payment.decimals, payment.currency)],
            ['Rate', `${grouped(payment.rate)} USD per ${payment.currency}`],
            ['Paid', <ShortMoment key="paid" at={payment.paid_at} />],
            ['Transaction', <TransactionHash key="hash" hash={payment.tx_hash} chainId={payment.chain_id} />],
            ['Confirmed', payment.confirmed ? 'Yes' : 'Not yet'],
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
