import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod';
import { parseDay } from '#domain/days.ts';
import { cn } from '#web/lib/cn.ts';
import { shortDay } from '#web/lib/format.ts';
import { Ask } from './asking.tsx';
import { Popover } from './display-menu.tsx';

interface DatesProps {
  label: string;
  /** ISO days, both included. */
  from: string | undefined;
  to: string | undefined;
  onChoose: (from: string | undefined, to: string | undefined) => void;
  className: string;
}

const dayOrNull = (text: string | undefined) => (text === undefined ? null : parseDay(text));

/** Both ISO days; empty where there is no end. */
const DAYS = z
  .object({ from: z.string(), to: z.string() })
  .refine(({ from, to }) => from === '' || to === '' || from <= to, {
    path: ['to'],
    error: 'Please choose a last day that is not before the first.',
  });

/** '11/01/2026 to 11/21/2026' */
export function datesText(from: string | undefined, to: string | undefined): string {
  const [first, last] = [dayOrNull(from), dayOrNull(to)];
  if (first !== null && last !== null) {
    return first === last ? shortDay(first) : `${shortDay(first)} to ${shortDay(last)}`;
  }
  if (first !== null) return `since ${shortDay(first)}`;
  return last === null ? 'any day' : `until ${shortDay(last)}`;
}

/** A filter by the days on which the rows were recorded, in UTC. */
export function Dates({ label, from, to, onChoose, className }: DatesProps) {
  const [open, setOpen] = useState(false);
  const chosen = from !== undefined || to !== undefined;
  const choose = (first: string | undefined, last: string | undefined) => {
    onChoose(first, last);
    setOpen(false);
  };
  return (
    <Popover
      label={label}
      align="start"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          className={cn(
            className,
            chosen
              ? 'border-teal bg-teal-soft font-medium text-teal'
              : 'border-line-strong bg-surface hover:text-ink',
          )}
        >
          <CalendarDays aria-hidden className="size-4" />
          {label}: {datesText(from, to)}
        </button>
      }
    >
      <Ask
        keep={null}
        schema={DAYS}
        start={{ from: from ?? '', to: to ?? '' }}
        fields={[
          { name: 'from', label: 'First day (UTC)', kind: 'day', what: 'the first day' },
          { name: 'to', label: 'Last day (UTC)', kind: 'day', what: 'the last day' },
        ]}
        send={async ({ from: first, to: last }) => choose(first || undefined, last || undefined)}
        action="Apply"
        onCancel={() => choose(undefined, undefined)}
        back="Any day"
      />
    </Popover>
  );
}
