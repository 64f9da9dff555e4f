import { ShortMoment } from '#web/features/admin/parts/cells.tsx';
import { timeLeft } from '#web/features/admin/parts/clock.tsx';
import { useNow } from '#web/lib/hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/section.tsx';
import { LongHash } from '#web/ui/values.tsx';
import type { Announced, ContractState } from '#web/wallet/contract.ts';
import type { Doing } from './doing.tsx';
import { iso } from './facts.tsx';

/** `executable in 5 h`, `executable now, for 3 days`, by this device's clock or the chain's if that is ahead. */
function timesText(from: number, until: number, time: number, verb: string): string {
  const left = (seconds: number) => timeLeft(seconds * 1000, time * 1000).replace(/ left$/, '');
  if (from > time) return `${verb} in ${left(from)}`;
  return `${verb} now, for ${left(until)}`;
}

interface WaitingProps {
  state: ContractState;
  onStart: (doing: Doing) => void;
}

/** What is announced, with its times. */
export function Waiting({ state, onStart }: WaitingProps) {
  const now = useNow(15_000);
  const time = Math.max(Math.floor(now / 1000), state.time);
  return (
    <Section title="Announced" dense>
      {state.announced.length === 0 && <p className="text-[0.8125rem] text-muted">Nothing is announced.</p>}
      <ul className="flex flex-col divide-y divide-line">
        {state.announced.map((one) => (
          <AnnouncedRow key={one.hash} one={one} time={time} onStart={onStart} />
        ))}
      </ul>
    </Section>
  );
}

interface RowProps extends Pick<WaitingProps, 'onStart'> {
  one: Announced;
  time: number;
}

function AnnouncedRow({ one, time, onStart }: RowProps) {
  const { what, by, executableAt, expiresAt, payout, veto, execute } = one;
  const quote = payout && { quote_id: payout.quoteId };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2 text-[0.8125rem]">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{what}</p>
        <p className="text-muted">
          Announced by <LongHash text={by} copy="Copy address" /> ·{' '}
          <span className="figures">
            {timesText(executableAt, expiresAt, time, payout ? 'payable' : 'executable')}
          </span>{' '}
          (<ShortMoment at={iso(executableAt)} /> – <ShortMoment at={iso(expiresAt)} />)
          {payout && '. It is paid from its claim.'}
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          size="dense"
          variant="danger"
          onClick={() =>
            onStart({
              title: `Veto: ${what}`,
              button: 'Veto',
              of: { call: veto },
              stop: { action: 'veto', ...quote },
            })
          }
        >
          Veto
        </Button>
        {!payout && (
          <Button
            size="dense"
            disabled={executableAt > time}
            onClick={() => onStart({ title: what, button: 'Execute', of: { call: execute } })}
          >
            Execute
          </Button>
        )}
      </div>
    </li>
  );
}
