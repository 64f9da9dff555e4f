import { Link } from '@tanstack/react-router';
import { isClaimable } from '#domain/claims/rules.ts';
import { addYears, dayOf, formatDay, formatUsDay, parseDay } from '#domain/days.ts';
import { formatUsd } from '#domain/money.ts';
import { isRenewed, isStanding } from '#domain/policy/lifecycle.ts';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import { RENEWAL_DAYS } from '#domain/policy/service-schema.ts';
import { offeredChoice } from '#domain/products/offer.ts';
import { price } from '#domain/quote/pricing.ts';
import { endedEarly } from '#web/features/policy/display.ts';
import { cn } from '#web/lib/cn.ts';
import { insuredThing } from '#web/lib/cover-sentence.ts';
import { longDate } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { policyLink } from '#web/ui/values.tsx';

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

const MONTHS = 12;
/** The end of cover is in the heading from this many days before. */
const SOON_DAYS = 60;

/** The same cover for another term of the same length at today's price; null if the dates cannot be read. */
function renewalPrice(policy: PolicyAnswer): number | null {
  const start = parseDay(policy.policy_start_date);
  const end = parseDay(policy.policy_end_date);
  if (start === null || end === null) return null;
  const nextEnd = addYears(start, 1) === end ? addYears(end, 1) : end + (end - start);
  const choice = offeredChoice(policy.policy_type, {
    coverage: policy.amount,
    deductible: policy.deductible,
  });
  return price(policy.policy_type, choice, end, nextEnd).premium;
}

/**
 * The figures above the lists: whole US dollars over all active policies, including those that start later but not those that
 * were replaced, and the renewal of the active policy that ends first. A trip is not renewed.
 */
export function summarize(policies: readonly PolicyAnswer[]) {
  const active = policies.filter((policy) => isStanding(policy.situation));
  const first = active
    .filter(({ policy_type }) => isRenewed(policy_type))
    .toSorted((a, b) => a.policy_end_date.localeCompare(b.policy_end_date))[0];
  const premium = first ? renewalPrice(first) : null;
  return {
    total: policies.length,
    active: active.length,
    coverage: active.reduce((total, policy) => total + policy.amount, 0),
    next:
      first && premium !== null
        ? { premium: formatUsd(premium), date: longDate(first.policy_end_date) }
        : null,
  };
}

/** Whether a claim can be made on any of them at `now` (milliseconds). */
export const canClaim = (policies: readonly PolicyAnswer[], now: number): boolean =>
  policies.some((policy) => isClaimable({ ...policy, isWithdrawn: policy.status === 'withdrawn' }, now));

/** A part of the timeline, as fractions of its width. */
interface Span {
  from: number;
  to: number;
}

interface Bar extends Span {
  id: number;
  /** Before a trip's first day, only its cancellation is covered. */
  kind: 'cover' | 'cancellation' | 'review';
}

/** Where a home or car is left without cover, and what it costs to renew. */
interface Gap extends Span {
  policy: PolicyAnswer;
  /** First day without cover, as `YYYY-MM-DD`. */
  day: string;
  /** Whole US dollars; null if the next term has no price. */
  premium: number | null;
}

/** What a holder insured, with the policies that follow on one another for it. */
interface ProtectionRow {
  /** The policy in force, or else the next or last one. */
  policy: PolicyAnswer;
  bars: Bar[];
  gap: Gap | null;
  /** `until November 23, 2027`, or when it starts or ended. */
  text: string;
}

export interface Protection {
  rows: ProtectionRow[];
  months: { label: string; at: number }[];
  /** Where this moment is, as a fraction of the width. */
  today: number;
}

const day = (text: string): number => parseDay(text) ?? 0;
const firstDay = (policy: PolicyAnswer) => day(policy.cover_start_date);
const lastDay = (policy: PolicyAnswer) => day(policy.policy_end_date);
const sameThing = (a: PolicyAnswer, b: PolicyAnswer) =>
  a.policy_type === b.policy_type && a.insured === b.insured && a.detail_1 === b.detail_1;

/** A renewal starts where the term before it ends. Two cars of one model are insured side by side instead. */
const continues = (later: PolicyAnswer, earlier: PolicyAnswer) =>
  sameThing(later, earlier) &&
  firstDay(later) > firstDay(earlier) &&
  Math.abs(firstDay(later) - lastDay(earlier)) <= RENEWAL_DAYS;

function chains(policies: readonly PolicyAnswer[]): PolicyAnswer[][] {
  const found: PolicyAnswer[][] = [];
  for (const policy of policies.toSorted((a, b) => firstDay(a) - firstDay(b) || a.id - b.id)) {
    const chain = found.find((one) => continues(policy, one.at(-1) as PolicyAnswer));
    if (chain) chain.push(policy);
    else found.push([policy]);
  }
  return found;
}

/** Whether it stands or ended so lately that it can still be renewed. */
function isShown(policy: PolicyAnswer, today: number): boolean {
  if (endedEarly(policy) || ['replaced', 'withdrawing'].includes(policy.situation)) return false;
  return (
    lastDay(policy) >= today || (isRenewed(policy.policy_type) && lastDay(policy) >= today - RENEWAL_DAYS)
  );
}

/** The rows of a holder's policies over twelve months that begin with this one. `now` in milliseconds. */
export function protection(policies: readonly PolicyAnswer[], now: number): Protection {
  const today = dayOf(now);
  const date = new Date(now);
  const monthStart = (offset: number) =>
    dayOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset, 1));
  const [start, end] = [monthStart(0), monthStart(MONTHS)];
  const at = (number: number) => Math.min(1, Math.max(0, (number - start) / (end - start)));
  const months = Array.from({ length: MONTHS }, (_, offset) => ({
    label: new Date(monthStart(offset) * 86_400_000).toLocaleDateString('en-US', {
      month: 'short',
      timeZone: 'UTC',
    }),
    at: at(monthStart(offset)),
  }));
  const barsOf = (policy: PolicyAnswer): Bar[] => {
    const [first, begins, last] = [firstDay(policy), day(policy.policy_start_date), lastDay(policy)];
    const kind = policy.status === 'pending' ? 'review' : 'cover';
    const bars: Bar[] = [
      { id: policy.id, kind: 'cancellation', from: at(first), to: at(begins) },
      { id: policy.id, kind, from: at(begins), to: at(last + 1) },
    ];
    return bars.filter(({ from, to }) => to > from);
  };
  const gapOf = (policy: PolicyAnswer): Gap | null => {
    const next = lastDay(policy) + 1;
    if (!isRenewed(policy.policy_type) || next >= end) return null;
    return { policy, day: formatDay(next), premium: renewalPrice(policy), from: at(next), to: 1 };
  };
  const rows = chains(policies.filter((policy) => isShown(policy, today)))
    .map((chain): ProtectionRow => {
      const last = chain.at(-1) as PolicyAnswer;
      const policy = chain.find((one) => firstDay(one) <= today && today <= lastDay(one)) ?? last;
      return { policy, bars: chain.flatMap(barsOf), gap: gapOf(last), text: textOf(policy, last, today) };
    })
    .toSorted((a, b) => a.policy.policy_end_date.localeCompare(b.policy.policy_end_date));
  return { rows, months, today: (now / 86_400_000 - start) / (end - start) };
}

function textOf(policy: PolicyAnswer, last: PolicyAnswer, today: number): string {
  if (policy.status === 'pending') return 'being reviewed';
  if (firstDay(policy) > today) return `from ${longDate(policy.cover_start_date)}`;
  if (lastDay(last) < today) return `ended on ${longDate(last.policy_end_date)}`;
  return `until ${longDate(last.policy_end_date)}`;
}

const daysMore = (count: number) => `${count} more ${count === 1 ? 'day' : 'days'}`;

/** What is true for this holder now, in one or two sentences; null without a policy to speak of. */
export function headline({ rows }: Protection, now: number): string | null {
  const today = dayOf(now);
  const bare = rows.find(({ gap }) => gap !== null && day(gap.day) <= today);
  if (bare)
    return `${insuredThing(bare.policy)} has had no cover since ${formatUsDay(day(bare.gap?.day ?? ''))}.`;
  const covered = rows.filter(({ policy }) => policy.status === 'active' && firstDay(policy) <= today);
  const [first] = covered;
  if (!first) return null;
  const ends = first.gap ? day(first.gap.day) - 1 - today : null;
  if (covered.length === 1) return `${insuredThing(first.policy)} is covered ${first.text}.`;
  if (ends === null || ends > SOON_DAYS) return 'Everything you insured is covered.';
  return `Everything you insured is covered. ${insuredThing(first.policy)} is covered for ${daysMore(ends + 1)}.`;
}

/** Where the cover ends, and how it is renewed: a price with a link once it can be, before that the day. */
export function gapText({ policy, day: from, premium }: Gap, now: number) {
  const today = dayOf(now);
  const renewableFrom = Math.max(day(policy.policy_start_date), lastDay(policy) - RENEWAL_DAYS);
  const price = premium === null ? '' : ` for ${formatUsd(premium)}`;
  return {
    says: `No cover ${day(from) <= today ? 'since' : 'from'} ${longDate(from)}.`,
    renew:
      today < renewableFrom
        ? `You can renew it${price} from ${formatUsDay(renewableFrom)}.`
        : `Renew${price}`,
    renewable: today >= renewableFrom,
  };
}
