import { useHydrated } from '@tanstack/react-router';
import { CalendarDays } from 'lucide-react';
import { useRef, useState } from 'react';
import { parseShortDay, shortDay } from '../lib/format.ts';
import { type FieldControl, Input } from './field.tsx';
import { lazyPart } from './lazy-part.tsx';

const CalendarPopover = lazyPart(() => import('./calendar-popover.tsx'));

interface DatePickerProps extends FieldControl {
  /** UTC day number, or null while the text is not a date. */
  value: number | null;
  onChange: (day: number | null) => void;
  min?: number;
  max?: number;
  /** Which days between `min` and `max` can be picked; all of them by default. */
  offered?: (day: number) => boolean;
  /** Day whose month the calendar shows when nothing is chosen; `min` by default. */
  first?: number;
  onBlur?: () => void;
  label: string;
}

/** A UTC day, typed as MM/dd/yyyy or picked from a calendar that loads on its own. */
export function DatePicker(props: DatePickerProps) {
  const { value, onChange, min, max, offered, first, onBlur, label, ...control } = props;
  const hydrated = useHydrated();
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState<boolean | null>(null);
  const anchor = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <div ref={anchor} className="relative">
      <Input
        {...control}
        className="figures pr-12"
        inputMode="numeric"
        autoComplete="off"
        placeholder="MM/DD/YYYY"
        value={typed ?? (value === null ? '' : shortDay(value))}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(parseShortDay(event.target.value));
        }}
        onBlur={() => {
          if (value !== null) setTyped(null);
          onBlur?.();
        }}
      />
      <button
        ref={opener}
        type="button"
        aria-label={`Choose ${label} from the calendar`}
        aria-haspopup="dialog"
        aria-expanded={open === true}
        disabled={!hydrated}
        onClick={() => setOpen(open !== true)}
        className="absolute top-0 right-0 grid size-11 place-items-center rounded-[10px] text-muted hover:text-ink"
      >
        <CalendarDays aria-hidden className="size-[1.125rem]" />
      </button>
      <CalendarPopover
        when={open !== null}
        anchor={anchor}
        opener={opener}
        open={open === true}
        onOpenChange={setOpen}
        value={value}
        onPick={(day) => {
          setTyped(null);
          onChange(day);
          setOpen(false);
        }}
        min={min}
        max={max}
        offered={offered}
        first={first}
        label={label}
      />
    </div>
  );
}
