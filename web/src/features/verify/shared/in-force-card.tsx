import { CircleCheck, CircleSlash } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { dayOf } from '#domain/days.ts';
import type { CoverSpan } from '#domain/registry/in-force.ts';
import { cn } from '#web/lib/cn.ts';
import { Card } from '#web/ui/card.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import type { RegistryPolicy } from '#web/wallet/registry.ts';
import { inForceText } from './in-force-text.ts';

interface InForceCardProps {
  policy: CoverSpan & Pick<RegistryPolicy, 'status'>;
  /** Where the answer comes from, with the block. */
  source: ReactNode;
}

/** Answers whether the policy is in force on a day: today, or one that is chosen. */
export function InForceCard({ policy, source }: InForceCardProps) {
  const [today] = useState(() => dayOf(Date.now()));
  const [day, setDay] = useState<number | null>(today);
  const text = day === null ? null : inForceText(policy, day, today);
  const Icon = text?.inForce ? CircleCheck : CircleSlash;
  return (
    <Card className="flex flex-col gap-6 p-6 sm:p-8">
      <div className="flex flex-col gap-5 sm:flex-row sm:items-center">
        <span
          className={cn(
            'grid size-14 shrink-0 place-items-center rounded-full',
            text?.inForce ? 'bg-teal-soft text-teal' : 'bg-sunken text-muted',
          )}
        >
          <Icon aria-hidden className="size-7" strokeWidth={1.75} />
        </span>
        <div role="status">
          <p className="text-2xl leading-snug font-semibold tracking-tight text-balance">
            {text?.answer ?? 'Please choose a day.'}
          </p>
          {text?.note && <p className="mt-1 text-muted">{text.note}</p>}
        </div>
      </div>
      <div className="max-w-60 print:hidden">
        <DateField label="In force on (UTC)" what="the day" value={day} onChange={setDay} />
      </div>
      <p className="figures text-sm text-muted">{source}</p>
    </Card>
  );
}
