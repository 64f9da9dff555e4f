import type { Stop } from '#domain/admin/stops-schema.ts';
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
} from '#web/wallet/contract.ts';
import type { ContractAction } from './actions.ts';

/** A veto, which asks for a reason: of a call, or of the payout of a policy. */
export interface Stopping {
  action: Stop;
  quote_id?: string;
}

/** What is being done: one of the contract's actions, or something about an announcement. */
export type Doing =
  | { kind: 'action'; action: ContractAction }
  | { kind: 'call'; call: PreparedCall; title: string; action: string; what?: string; stop?: Stopping };

const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

/** `executable in 5 h`, `executable now, for 3 days`, by this device's clock or the chain's if that is ahead. */
function timesText(from: number, until: number, time: number, verb: string): string {
  const left = (seconds: number) => timeLeft(seconds * 1000, time * 1000).replace(/ left$/, '');
  if (from > time) return `${verb} in ${left(from)}`;
  return `${verb} now, for ${left(until)}`;
}

/** What is announced, with its times. */
export function Waiting({ state, onCall }: { state: ContractState; onCall: (doing: Doing) => void }) {
  const now = useNow(15_000);
  return (
    <Section title="Announced" dense>
      {state.announced.length === 0 && (
        <p className="mt-2 text-[0.8125rem] text-muted">Nothing is announced.</p>
      )}
      <ul className="mt-2 flex flex-col divide-y divide-line">
        {state.announced.map((one) => (
          <AnnouncedRow key={one.hash} one={one} state={state} now={now} onCall={onCall} />
        ))}
      </ul>
    </Section>
  );
}

interface RowProps {
  one: Announced;
  state: ContractState;
  now: number;
  onCall: (doing: Doing) => void;
}

function AnnouncedRow({ one, state, now, onCall }: RowProps) {
  const { chain, contract } = state;
  const { payout } = one;
  const veto = async () => {
    const { prepareCall } = await contractCalls();
    const call = prepareCall(chain, contract, { name: 'veto', args: [one.data as `0x${string}`] });
    onCall({
      kind: 'call',
      call,
      title: `Veto: ${one.what}`,
      action: 'Veto',
      stop: { action: 'veto', ...(payout && { quote_id: payout.quoteId }) },
    });
  };
  const execution = executionOf(chain.chain_id, contract, one.data);
  const time = Math.max(Math.floor(now / 1000), state.time);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2 text-[0.8125rem]">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{one.what}</p>
        <p className="text-muted">
          Announced by <LongHash text={one.by} copy="Copy address" /> ·{' '}
          <span className="figures">
            {timesText(one.executableAt, one.expiresAt, time, payout ? 'payable' : 'executable')}
          </span>{' '}
          (<ShortMoment at={iso(one.executableAt)} /> – <ShortMoment at={iso(one.expiresAt)} />)
          {payout && '. It is paid from its claim.'}
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="dense" variant="danger" onClick={() => void veto()}>
          Veto
        </Button>
        {!payout && (
          <Button
            size="dense"
            disabled={one.executableAt > time}
            onClick={() => onCall({ kind: 'call', call: execution, title: one.what, action: 'Execute' })}
          >
            Execute
          </Button>
        )}
      </div>
    </li>
  );
}
