import { formatUsd } from '#domain/money.ts';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { termOf } from '#web/features/policy/display.ts';

/** A half circle of radius 84, drawn from left to right. */
const ARC = 'M16 100a84 84 0 0 1 168 0';

/** How much of the cover is left after the claims that were paid. */
export function CoverGauge({ policy }: { policy: PolicyDetailAnswer }) {
  const { amount, paid_out_usd: paid, travelers } = policy;
  const left = Math.max(0, amount - paid);
  return (
    <div className="flex flex-col items-center">
      <div className="relative w-full max-w-60">
        <svg viewBox="0 0 200 112" aria-hidden="true" fill="none" strokeWidth="14" className="w-full">
          <path d={ARC} strokeLinecap="round" className="stroke-sunken" />
          {left > 0 && (
            <path
              d={ARC}
              pathLength={100}
              strokeDasharray={`${(left / amount) * 100} 100`}
              strokeLinecap="round"
              className="stroke-teal"
            />
          )}
        </svg>
        <p className="absolute inset-x-0 bottom-0 text-center">
          <span className="figures block text-2xl font-semibold tracking-tight">{formatUsd(left)}</span>
          <span className="text-sm text-muted">
            {paid === 0 ? 'of cover, all of it left' : `left of ${formatUsd(amount)}`}
          </span>
        </p>
      </div>
      {travelers.length > 1 && (
        <p className="mt-3 text-center text-sm text-muted">
          {formatUsd(amount / travelers.length)} for each of {travelers.length} travelers
        </p>
      )}
      {paid > 0 && (
        <p className="mt-3 text-center text-sm text-muted">{formatUsd(paid)} was paid for claims.</p>
      )}
    </div>
  );
}

/** Where today is between the first and the last day. */
export function TermBar({ policy }: { policy: PolicyDetailAnswer }) {
  const { from, until, left, done } = termOf(policy, Date.now());
  return (
    <div>
      <div className="relative h-2.5 rounded-full bg-sunken ring-1 ring-line ring-inset" aria-hidden="true">
        <span
          className="absolute inset-y-0 left-0 rounded-full bg-teal"
          style={{ width: `${done * 100}%` }}
        />
        {done > 0 && done < 1 && (
          <span
            className="absolute -inset-y-1 w-0.5 -translate-x-1/2 bg-ink"
            style={{ left: `${done * 100}%` }}
          />
        )}
      </div>
      <p className="mt-2 flex justify-between gap-3 text-sm text-muted">
        <span title={from.exact}>{from.text}</span>
        <span className="shrink-0" title={until}>
          {left}
        </span>
      </p>
    </div>
  );
}
