import { CalendarDays } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { formatDay, parseDay } from '#domain/days.ts';
import { cn } from '#web/lib/cn.ts';
import { shortDay } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { DateField } from '#web/ui/date-field.tsx';

interface DatesProps {
  label: string;
  /** ISO days, both included. */
  from: string | undefined;
  to: string | undefined;
  onChoose: (from: string | undefined, to: string | undefined) => void;
  className: string;
}

const dayOrNull = (text: string | undefined) => (text === undefined ? null : parseDay(text));
const iso = (day: number | null) => (day === null ? undefined : formatDay(day));

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
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        className={cn(
          className,
          chosen
            ? 'border-teal bg-teal-soft font-medium text-teal'
            : 'border-line-strong bg-surface hover:text-ink',
        )}
      >
        <CalendarDays aria-hidden className="size-4" />
        {label}: {datesText(from, to)}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={8}
          collisionPadding={12}
          aria-label={label}
          className="z-50 w-64 rounded-[10px] border border-line bg-surface p-4 text-sm text-ink shadow-lg shadow-black/10"
        >
          <Days
            from={from}
            to={to}
            onChoose={(first, last) => {
              onChoose(first, last);
              setOpen(false);
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Days({ from, to, onChoose }: Pick<DatesProps, 'from' | 'to' | 'onChoose'>) {
  const [first, setFirst] = useState(dayOrNull(from));
  const [last, setLast] = useState(dayOrNull(to));
  const reversed = first !== null && last !== null && last < first;
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!reversed) onChoose(iso(first), iso(last));
      }}
    >
      <DateField label="First day (UTC)" what="the first day" value={first} onChange={setFirst} />
      <DateField
        label="Last day (UTC)"
        what="the last day"
        error={reversed ? 'Please choose a last day that is not before the first.' : undefined}
        value={last}
        onChange={setLast}
      />
      <div className="flex gap-2">
        <Button type="submit" size="dense">
          Apply
        </Button>
        <Button variant="quiet" size="dense" onClick={() => onChoose(undefined, undefined)}>
          Any day
        </Button>
      </div>
    </form>
  );
}
