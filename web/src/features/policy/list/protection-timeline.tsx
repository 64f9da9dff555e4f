import { Link } from '@tanstack/react-router';
import { formatUsd } from '#domain/money.ts';
import { cn } from '#web/lib/cn.ts';
import { Card } from '#web/ui/card.tsx';
import { policyLink } from '#web/ui/values.tsx';
import { gapText, type Protection, type ProtectionRow } from './protection.ts';

const BARS = {
  cover: 'border-teal bg-teal',
  cancellation: 'border-teal bg-teal-soft',
  review: 'border-amber border-dashed bg-amber-soft',
};

const percent = (fraction: number) => `${(fraction * 100).toFixed(2)}%`;
const place = ({ from, to }: { from: number; to: number }) => ({
  left: percent(from),
  width: percent(to - from),
});

/** The grid of a row: on a phone the name is above its bar. */
const GRID = 'grid gap-x-6 gap-y-2 sm:grid-cols-[15.5rem_1fr]';

function Row({ row, today, now }: { row: ProtectionRow; today: number; now: number }) {
  const { policy, bars, gap, text } = row;
  const about = gap && gapText(gap, now);
  return (
    <li className={cn(GRID, 'border-t border-line py-4')}>
      <div className="min-w-0">
        <Link
          {...policyLink(policy.id, policy.policy_type)}
          dir="auto"
          className="line-clamp-2 text-left font-semibold wrap-anywhere hover:underline"
        >
          {policy.name}
        </Link>
        <p className="figures text-sm text-muted">
          {formatUsd(policy.amount)} {text}
        </p>
      </div>
      <div className="flex flex-col gap-1.5 self-center">
        <div className="relative h-7" aria-hidden="true">
          {bars.map((bar) => (
            <span
              key={`${bar.id}${bar.kind}`}
              className={cn('absolute inset-y-0 rounded-md border', BARS[bar.kind])}
              style={place(bar)}
            />
          ))}
          {gap && (
            <span
              className="absolute inset-y-0 rounded-md border border-amber border-dashed bg-amber-soft"
              style={place(gap)}
            />
          )}
          <span
            className={cn('absolute -inset-y-1.5 w-0.5 bg-ink', about ? 'sm:-top-4' : 'sm:-inset-y-4')}
            style={{ left: percent(today) }}
          />
        </div>
        {about && (
          <p className="text-sm text-amber">
            {about.says}{' '}
            {about.renewable ? (
              <Link
                {...policyLink(policy.id, policy.policy_type)}
                className="font-semibold underline underline-offset-4"
              >
                {about.renew}
              </Link>
            ) : (
              about.renew
            )}
          </p>
        )}
      </div>
    </li>
  );
}

/** Each insured thing as a bar over twelve months, with today as a line and the days without cover. */
export function ProtectionTimeline({ rows, months, today, now }: Protection & { now: number }) {
  return (
    <Card aria-labelledby="protection" className="p-5">
      <h2 id="protection" className="text-lg">
        Your cover over twelve months
      </h2>
      <div className="mt-4">
        <div className={GRID} aria-hidden="true">
          <div className="relative h-5 sm:col-start-2">
            {months.map(({ label, at }, index) => (
              <span
                key={label}
                className={cn('absolute text-xs text-muted', index % 2 === 1 && 'max-sm:hidden')}
                style={{ left: percent(at) }}
              >
                {label}
              </span>
            ))}
          </div>
        </div>
        <ul>
          {rows.map((row) => (
            <Row key={row.policy.id} row={row} today={today} now={now} />
          ))}
        </ul>
        <div className={GRID} aria-hidden="true">
          <div className="relative h-5 sm:col-start-2">
            <span
              className="absolute -translate-x-1/2 text-xs font-semibold"
              style={{ left: percent(today) }}
            >
              today
            </span>
          </div>
        </div>
      </div>
    </Card>
  );
}
