import { ShortMoment } from '#web/features/admin/parts/cells.tsx';
import { timeLeft } from '#web/features/admin/parts/clock.tsx';
import { useNow } from '#web/lib/hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/section.tsx';
import { LongHash } from '#web/ui/values.tsx';
import type { ContractState } from '#web/wallet/contract.ts';
import { iso, type Start } from './doing.tsx';

/** `executable in 5 h`, `executable now, for 3 days`, by this device's clock or the chain's if that is ahead. */
function timesText(from: number, until: number, time: number, verb: string): string {
  const left = (seconds: number) => timeLeft(seconds * 1000, time * 1000).replace(/ left$/, '');
  return from > time ? `${verb} in ${left(from)}` : `${verb} now, for ${left(until)}`;
}

/** What is announced, with its times. */
export function Waiting({ state, onStart }: { state: ContractState; onStart: Start }) {
  const now = useNow(15_000);
  const time = Math.max(Math.floor(now / 1000), state.time);
  return (
    <Section title="Announced" dense>
      {state.announced.length === 0 && <p className="text-[0.8125rem] text-muted">Nothing is announced.</p>}
      <ul className="flex flex-col divide-y divide-line">
        {state.announced.map(({ hash, what, by, executableAt: from, expiresAt: until, ...one }) => (
          <li
            key={hash}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2 text-[0.8125rem]"
          >
            <div className="min-w-0">
              <p className="font-medium wrap-anywhere">{what}</p>
              <p className="text-muted">
                Announced by <LongHash text={by} copy="Copy address" /> ·{' '}
                <span className="figures">
                  {timesText(from, until, time, one.payout ? 'payable' : 'executable')}
                </span>{' '}
                (<ShortMoment at={iso(from)} /> – <ShortMoment at={iso(until)} />)
                {one.payout && '. It is paid from its claim.'}
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
                    of: { call: one.veto },
                    stop: { action: 'veto', ...(one.payout && { quote_id: one.payout.quoteId }) },
                  })
                }
              >
                Veto
              </Button>
              {!one.payout && (
                <Button
                  size="dense"
                  disabled={from > time}
                  onClick={() => onStart({ title: what, button: 'Execute', of: { call: one.execute } })}
                >
                  Execute
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
