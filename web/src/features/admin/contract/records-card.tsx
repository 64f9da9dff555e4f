import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type ChainControls,
  HALT_HOURS,
  haltRequest,
  type PaidInError,
  type PayoutProposal,
} from '../../../../../domain/admin/controls-schema.ts';
import { cutDown, formatAmount, formatUsd } from '../../../../../domain/money.ts';
import type { DeployedSubstrate } from '../../../lib/deployment.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { LongHash, TransactionHash } from '../../../ui/chain.tsx';
import { FactList } from '../../../ui/fact-list.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Section } from '../../../ui/section.tsx';
import { Notice } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { NoteForm } from '../parts/action-form.tsx';
import { ShortMoment } from '../parts/cells.tsx';
import { FormError } from '../parts/form-error.tsx';
import { DeskLink } from '../parts/pairs.tsx';
import { useAdmin } from '../use-admin.ts';
import { BalanceChecks, Unexplained } from './movements.tsx';
import { accountPoolQuery, controlsQuery, haltChain, liftChainHalt, vetoChainProposal } from './queries.ts';

/** What our records enforce on a network without a contract, and the two brakes. */
export function RecordsCard({ chain }: { chain: DeployedSubstrate }) {
  const query = useQuery(controlsQuery(chain.ref));
  const pool = useQuery(accountPoolQuery(chain.ref));
  return (
    <Section title={chain.name} dense actions={<Badge variant="outline">Our records</Badge>}>
      <p className="mb-3 max-w-prose text-[0.8125rem] text-muted">
        This network has no contract: the chain does not enforce any of this. Our servers do, before they
        prepare a payout. Anyone who holds the recipient’s key can send without asking them.
      </p>
      <Loaded query={query} name="the controls" failed="Failed to load the controls" small>
        {(data) => (
          <>
            <div className="@container">
              <FactList
                dense
                rows={[
                  ['Recipient', <LongHash key="recipient" text={chain.recipient} copy="Copy address" />],
                  [
                    'Pool',
                    pool.data
                      ? formatAmount(cutDown(pool.data.balance, chain.decimals), chain.decimals, chain.symbol)
                      : pool.isPending
                        ? 'Reading the chain…'
                        : 'Could not be read from the chain',
                  ],
                  ['Allowance', `${formatUsd(data.allowance_usd)} a day`],
                  ['Left now', formatUsd(data.allowance_left_usd)],
                ]}
              />
            </div>
            <Unexplained chain={chain} movements={data.unexplained} />
            <BalanceChecks chain={chain} accounts={data.accounts} />
            <Halt chain={chain} controls={data} />
            <Proposals chain={chain} proposals={data.proposals} />
            <PaidTwice chain={chain} transfers={data.paid_in_error} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

/** Runs a change of the controls, and shows what they are after it, whether it worked or somebody was first. */
function useControl<Input>(
  chain: DeployedSubstrate,
  run: (input: Input) => Promise<ChainControls>,
  done: string,
) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: () => toast.success(done),
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries(controlsQuery(chain.ref)),
        cache.invalidateQueries({ queryKey: ['claims'] }),
      ]),
  });
}

function Halt({
  chain,
  controls: { halt, haltable_at },
}: {
  chain: DeployedSubstrate;
  controls: ChainControls;
}) {
  const may = useAdmin().may('settings.write');
  const [asking, setAsking] = useState(false);
  const set = useControl(chain, (text: string) => haltChain(chain.ref, text), 'Payouts are halted');
  const lift = useControl(chain, () => liftChainHalt(chain.ref), 'The halt is lifted');
  if (halt) {
    return (
      <div className="mt-3 flex flex-col gap-2">
        <Notice
          tone="waiting"
          actions={
            may && (
              <Button size="dense" variant="secondary" busy={lift.isPending} onClick={() => lift.mutate()}>
                Lift the Halt
              </Button>
            )
          }
        >
          Payouts are halted until <ShortMoment at={halt.until} /> by {halt.halted_by}: {halt.reason}
        </Notice>
        <FormError error={lift.error} />
      </div>
    );
  }
  if (!may) return null;
  return (
    <div className="mt-3 flex flex-col items-start gap-2">
      {!asking && (
        <Button size="dense" variant="danger" disabled={haltable_at !== null} onClick={() => setAsking(true)}>
          Halt Payouts
        </Button>
      )}
      {haltable_at !== null && (
        <p className="text-[0.8125rem] text-muted">
          You can halt payouts again from <ShortMoment at={haltable_at} />.
        </p>
      )}
      {asking && (
        <div className="w-full">
          <NoteForm
            title={`Halt payouts on ${chain.name}`}
            action="Halt Payouts"
            danger
            label="Reason"
            maxLength={500}
            schema={haltRequest.shape.reason}
            onClose={() => setAsking(false)}
            send={(reason) => set.mutateAsync(reason).then(() => setAsking(false))}
          >
            <p className="text-[0.8125rem] text-muted">
              Our servers prepare no payout for {HALT_HOURS} hours, and nothing else changes: refunds
              continue. It lapses automatically, and you can halt again after 7 days.
            </p>
          </NoteForm>
        </div>
      )}
    </div>
  );
}

const STATES: Record<PayoutProposal['state'], string> = {
  waiting: 'Waiting',
  payable: 'Payable',
  paid: 'Paid',
  vetoed: 'Vetoed',
  lapsed: 'Lapsed',
};

function Proposals({ chain, proposals }: { chain: DeployedSubstrate; proposals: readonly PayoutProposal[] }) {
  const may = useAdmin().may('settings.write');
  const veto = useControl(chain, (id: number) => vetoChainProposal(chain.ref, id), 'The proposal is vetoed');
  return (
    <div className="mt-4">
      <h3 className="text-[0.8125rem] font-semibold">Proposed payouts</h3>
      {proposals.length === 0 && <p className="mt-1 text-[0.8125rem] text-muted">Nothing is proposed.</p>}
      <ul aria-label="Proposed payouts" className="mt-1 flex flex-col divide-y divide-line">
        {proposals.map((one) => {
          const open = one.state === 'waiting' || one.state === 'payable';
          return (
            <li
              key={one.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2 text-[0.8125rem]"
            >
              <span>
                <span className="figures font-medium">{formatUsd(one.usd)}</span>
                {one.policy_id !== null && (
                  <>
                    {' '}
                    ·{' '}
                    <DeskLink to="/admin/policies" open={one.policy_id}>
                      {one.policy_number}
                    </DeskLink>
                  </>
                )}{' '}
                · {STATES[one.state]}
                {open && (
                  <span className="text-muted">
                    {' '}
                    · payable <ShortMoment at={one.payable_at} /> – <ShortMoment at={one.lapses_at} />. It is
                    paid from its claim.
                  </span>
                )}
              </span>
              {open && may && (
                <Button
                  size="dense"
                  variant="danger"
                  aria-label={`Veto ${formatUsd(one.usd)}`}
                  busy={veto.isPending && veto.variables === one.id}
                  disabled={veto.isPending}
                  onClick={() => veto.mutate(one.id)}
                >
                  Veto
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <FormError error={veto.error} />
    </div>
  );
}

/** What went to a holder in error. Nothing on the chain gives it back, so it is for a person to settle. */
function PaidTwice({ chain, transfers }: { chain: DeployedSubstrate; transfers: readonly PaidInError[] }) {
  if (transfers.length === 0) return null;
  return (
    <div className="mt-4">
      <h3 className="text-[0.8125rem] font-semibold">Paid in error</h3>
      <p className="mt-1 text-[0.8125rem] text-muted">
        These transfers paid what was paid before, or differ from what was prepared. They count as no claim
        and no refund. Please ask the holders to give the money back.
      </p>
      <ul aria-label="Paid in error" className="mt-1 flex flex-col divide-y divide-line">
        {transfers.map((one) => (
          <li key={one.tx_hash} className="flex flex-wrap items-center gap-x-3 py-2 text-[0.8125rem]">
            <span className="figures font-medium">
              {formatAmount(one.amount, chain.decimals, chain.symbol)}
            </span>
            <span>{one.claim_number === null ? 'Refund' : `Claim number ${one.claim_number}`}</span>
            {one.policy_id !== null && (
              <DeskLink to="/admin/policies" open={one.policy_id}>
                {one.policy_number}
              </DeskLink>
            )}
            <ShortMoment at={one.paid_at} />
            <TransactionHash hash={one.tx_hash} chainId={chain.ref} />
          </li>
        ))}
      </ul>
    </div>
  );
}
