import { CircleSlash, Clock, ShieldCheck } from 'lucide-react';
import { cn } from '../../lib/cn.ts';
import { Card } from '../../ui/card.tsx';
import { EndMoment, Moment } from '../../ui/moment.tsx';
import type { RegistryPolicy, RegistryReading } from '../../wallet/registry.ts';
import { type Verdict, verdictOf } from './verdict.ts';

const LOOK: Record<Verdict['kind'], { icon: typeof Clock; tone: string }> = {
  in_force: { icon: ShieldCheck, tone: 'bg-teal-soft text-teal' },
  starts: { icon: Clock, tone: 'bg-amber-soft text-amber' },
  ended: { icon: CircleSlash, tone: 'bg-sunken text-muted' },
  cancelled: { icon: CircleSlash, tone: 'bg-coral-soft text-coral' },
  rejected: { icon: CircleSlash, tone: 'bg-coral-soft text-coral' },
  void: { icon: CircleSlash, tone: 'bg-coral-soft text-coral' },
  rejected_before: { icon: CircleSlash, tone: 'bg-coral-soft text-coral' },
};

/** The sentence that says whether the policy is in force. */
export function VerdictSentence({ verdict: { kind, at } }: { verdict: Verdict }) {
  switch (kind) {
    case 'in_force':
      return (
        <>
          This policy is in force until <EndMoment end={at} />.
        </>
      );
    case 'starts':
      return (
        <>
          This policy is paid, but not yet in force: it starts on <Moment at={at} />.
        </>
      );
    case 'ended':
      return (
        <>
          This policy is not in force: it ended on <EndMoment end={at} />.
        </>
      );
    case 'cancelled':
      return (
        <>
          This policy is not in force: it was canceled on <Moment at={at} />.
        </>
      );
    case 'void':
      return 'This policy was canceled with a full refund. It never was in force.';
    case 'rejected_before':
      return 'This policy was rejected before its start, and its premium was returned. It never was in force.';
    case 'rejected':
      return (
        <>
          This policy is not in force: it was rejected on <Moment at={at} />, and its premium was returned.
        </>
      );
  }
}

export function VerdictCard({ reading, policy }: { reading: RegistryReading; policy: RegistryPolicy }) {
  const verdict = verdictOf(policy, reading);
  const { icon: Icon, tone } = LOOK[verdict.kind];
  return (
    <Card className="flex flex-col gap-5 p-6 sm:flex-row sm:items-center sm:p-8">
      <span className={cn('grid size-14 shrink-0 place-items-center rounded-full', tone)}>
        <Icon aria-hidden className="size-7" strokeWidth={1.75} />
      </span>
      <p role="status" className="text-2xl leading-snug font-semibold tracking-tight text-balance">
        <VerdictSentence verdict={verdict} />
      </p>
    </Card>
  );
}
