import { CircleSlash, Clock, type LucideIcon, ShieldCheck } from 'lucide-react';
import { formatUsd } from '#domain/money.ts';
import { cn } from '#web/lib/cn.ts';
import { formatCount, longMoment } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { EndMoment, Moment } from '#web/ui/values.tsx';
import type { RegistryPolicy, RegistryReading } from '#web/wallet/registry.ts';
import { productName, type Verdict, verdictOf } from './verdict.ts';

interface Look {
  icon: LucideIcon;
  tone: string;
  /** The sentence, or the words before the day that it names. */
  says: string;
  day?: 'last of the cover' | 'of the moment';
  after?: string;
}

const NOT = 'This policy is not in force: it';
const GONE = { icon: CircleSlash, tone: 'bg-coral-soft text-coral' };
const LOOK: Record<Verdict['kind'], Look> = {
  in_force: {
    icon: ShieldCheck,
    tone: 'bg-teal-soft text-teal',
    says: 'This policy is in force until',
    day: 'last of the cover',
  },
  starts: {
    icon: Clock,
    tone: 'bg-amber-soft text-amber',
    says: 'This policy is paid, but not yet in force: it starts on',
    day: 'of the moment',
  },
  ended: {
    icon: CircleSlash,
    tone: 'bg-sunken text-muted',
    says: `${NOT} ended on`,
    day: 'last of the cover',
  },
  cancelled: { ...GONE, says: `${NOT} was canceled on`, day: 'of the moment' },
  rejected: {
    ...GONE,
    says: `${NOT} was rejected or withdrawn from on`,
    day: 'of the moment',
    after: ', and its premium was returned',
  },
  void: { ...GONE, says: 'This policy was canceled with a full refund. It was never in force.' },
  rejected_before: {
    ...GONE,
    says: 'This policy was rejected or withdrawn from before its start, and its premium was returned. It was never in force.',
  },
};

/** The answer in a sentence, and what it was read from. */
export function VerdictCard({ reading, policy }: { reading: RegistryReading; policy: RegistryPolicy }) {
  const verdict = verdictOf(policy, reading);
  const { icon: Icon, tone, says, day, after } = LOOK[verdict.kind];
  return (
    <Card className="flex flex-col gap-5 p-6 sm:flex-row sm:items-center sm:p-8">
      <span className={cn('grid size-14 shrink-0 place-items-center rounded-full', tone)}>
        <Icon aria-hidden className="size-7" strokeWidth={1.75} />
      </span>
      <div>
        <p role="status" className="text-2xl leading-snug font-semibold tracking-tight text-balance">
          {says}
          {day && ' '}
          {day === 'last of the cover' && <EndMoment end={verdict.at} />}
          {day === 'of the moment' && <Moment at={verdict.at} />}
          {day && `${after ?? ''}.`}
        </p>
        <p className="figures mt-2 text-muted">
          {productName(policy.product)}, cover {formatUsd(policy.cover)}. Read from {reading.chain.name} at
          block {formatCount(reading.block)}, for {longMoment(new Date(reading.time * 1000).toISOString())}.
        </p>
      </div>
    </Card>
  );
}
