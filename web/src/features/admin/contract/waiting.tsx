import type { Stop } from '#domain/admin/stops-schema.ts';
import { formatUsd } from '#domain/money.ts';
import { ShortMoment } from '#web/features/admin/parts/cells.tsx';
import { timeLeft } from '#web/features/admin/parts/clock.tsx';
import { useNow } from '#web/lib/hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/section.tsx';
import { LongHash } from '#web/ui/values.tsx';
import {
  type Announced,
  type ContractState,
  contractCalls,
  executionOf,
  type PreparedCall,
  type Proposed,
} from '#web/wallet/contract.ts';
import type { ContractAction } from './actions.ts';

/** A veto, which asks for a reason: of a call, or of the payout of a policy. */
export interface Stopping {
  action: Stop;
  quote_id?: string;
}

/** What is being done: one of the contract's actions, or something about an announcement or proposal. */
export type Doing =
  | { kind: 'action'; action: ContractAction }
  | { kind: 'call'; call: PreparedCall; title: string; action: string; what?: string; stop?: Stopping };

const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

/** `executable in 5 h`, `executable now, expires in 3 days`, by this device's clock or the chain's if that is ahead. */
function timesText(from: number, until: number, chainTime: number, now: number, verb: string): string {
  const time = Math.max(now, chainTime * 1000);
  const left = (seconds: number) => timeLeft(seconds * 1000, time).replace(/ left$/, '');
  if (from * 1000 > time) return `${verb} in ${left(from)}`;
  return `${verb} now, for ${left(until)}`;
}

/** What is announced, proposed, handed over or recovered, with its times. */
export function Waiting({ state, onCall }: { state: ContractState; onCall: (doing: Doing) => void }) {
  const now = useNow(15_000);
  const time = Math.max(Math.floor(now / 1000), state.time);
  const { announced, proposed, handover, recovery } = state;
  const recovering = recovery?.announced ?? null;
  return (
    <Section title="Announced and proposed" dense>
      {announced.length === 0 && proposed.length === 0 && handover === null && recovering === null && (
        <p className="mt-2 text-[0.8125rem] text-muted">Nothing is announced or proposed.</p>
      )}
      {handover !== null && (
        <p className="mt-2 text-[0.8125rem]">
          New administrator proposed: <LongHash text={handover.proposed} copy="Copy address" />. It has to
          accept by <ShortMoment at={iso(handover.lapsesAt)} />.
        </p>
      )}
      {recovering !== null && (
        <p className="mt-2 text-[0.8125rem]">
          The recovery of the administrator is announced. The recovery address can accept from{' '}
          <ShortMoment at={iso(recovering.acceptableAt)} /> to <ShortMoment at={iso(recovering.lapsesAt)} />.
        </p>
      )}
      <ul className="mt-2 flex flex-col divide-y divide-line">
        {announced.map((one) => (
          <AnnouncedRow key={one.hash} one={one} state={state} time={time} now={now} onCall={onCall} />
        ))}
        {proposed.map((one) => (
          <ProposedRow key={one.quoteId} one={one} state={state} now={now} onCall={onCall} />
        ))}
      </ul>
    </Section>
  );
}

interface RowProps<One> {
  one: One;
  state: ContractState;
  now: number;
  onCall: (doing: Doing) => void;
}

function AnnouncedRow({ one, state, time, now, onCall }: RowProps<Announced> & { time: number }) {
  const { chain, contract } = state;
  const veto = async () => {
    const { prepareCall } = await contractCalls();
    const call = prepareCall(chain, contract, { name: 'veto', args: [one.data as `0x${string}`] });
    onCall({
      kind: 'call',
      call,
      title: 'Veto an announced call',
      action: 'Veto',
      stop: { action: 'veto' },
    });
  };
  const execution = executionOf(chain.chain_id, contract, one.data);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2 text-[0.8125rem]">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{one.what}</p>
        <p className="text-muted">
          Announced by <LongHash text={one.by} copy="Copy address" /> ·{' '}
          <span className="figures">
            {timesText(one.executableAt, one.expiresAt, state.time, now, 'executable')}
          </span>{' '}
          (<ShortMoment at={iso(one.executableAt)} /> – <ShortMoment at={iso(one.expiresAt)} />)
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="dense" variant="danger" onClick={() => void veto()}>
          Veto
        </Button>
        <Button
          size="dense"
          disabled={one.executableAt > time}
          onClick={() =>
            onCall({ kind: 'call', call: execution, title: 'Execute an announced call', action: 'Execute' })
          }
        >
          Execute
        </Button>
      </div>
    </li>
  );
}

function ProposedRow({ one, state, now, onCall }: RowProps<Proposed>) {
  const symbol = state.currencies.find(({ token }) => token === one.token)?.symbol ?? 'another token';
  const veto = async () => {
    const { prepareCall } = await contractCalls();
    const call = prepareCall(state.chain, state.contract, {
      name: 'vetoPayout',
      args: [one.quoteId as `0x${string}`],
    });
    const title = `Veto the proposed payout of ${formatUsd(one.dollars)}`;
    onCall({ kind: 'call', call, title, action: 'Veto', stop: { action: 'veto', quote_id: one.quoteId } });
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2 text-[0.8125rem]">
      <div className="min-w-0">
        <p className="font-medium">
          Payout of {formatUsd(one.dollars)} in {symbol}
        </p>
        <p className="text-muted">
          To <LongHash text={one.holder} copy="Copy address" /> · policy {one.quoteId.slice(0, 10)}… ·{' '}
          <span className="figures">
            {timesText(one.payableAt, one.lapsesAt, state.time, now, 'payable')}
          </span>{' '}
          (<ShortMoment at={iso(one.payableAt)} /> – <ShortMoment at={iso(one.lapsesAt)} />
          ). It is paid from its claim.
        </p>
      </div>
      <Button size="dense" variant="danger" onClick={() => void veto()}>
        Veto
      </Button>
    </li>
  );
}
