import { useHydrated } from '@tanstack/react-router';
import { CalendarDays } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { dayProblem, readDay } from '#domain/read-day.ts';
import { shortDay } from '#web/lib/format.ts';
import { Button } from './button.tsx';
import { Field, Input } from './field.tsx';
import { lazyPart } from './lazy-part.tsx';

const CalendarPopover = lazyPart(() => import('./calendar-popover.tsx'));

/** A year in four digits, or a whole date in eight: what may be read before somebody is done typing. */
const IS_WHOLE = /(^|\D)\d{4}(\D|$)|^\D*\d{8}\D*$/;

interface DateFieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** The day in the calendar's name and its button's, such as `the start date`. */
  what: string;
  /** UTC day number, or null while the text is not a date. */
  value: number | null;
  onChange: (day: number | null) => void;
  min?: number;
  max?: number;
  /** Which days between `min` and `max` can be picked; all of them by default. */
  offered?: (day: number) => boolean;
  /** Day whose month the calendar shows when nothing is chosen; `min` by default. */
  first?: number;
  /** Days that one tap chooses, with their names. */
  shortcuts?: readonly (readonly [name: string, day: number])[];
  onBlur?: () => void;
}

/** A UTC day, typed as MM/DD/YYYY or another clear way, or picked from a calendar that loads on its own. */
export function DateField(props: DateFieldProps) {
  const { label, hint, error, what, value, onChange, min, max, offered, first, onBlur } = props;
  const hydrated = useHydrated();
  const [typed, setTyped] = useState<string | null>(null);
  const [left, setLeft] = useState(false);
  const [open, setOpen] = useState<boolean | null>(null);
  const anchor = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const unread = value === null && typed?.trim() ? dayProblem(typed) : null;
  const shown = unread !== null && (left || error) ? unread : error;
  const pick = (day: number) => {
    setTyped(null);
    onChange(day);
    setOpen(false);
  };
  const shortcuts = (props.shortcuts ?? []).filter(([, day]) => day >= (min ?? day) && day <= (max ?? day));
  return (
    <Field label={label} hint={hint} error={shown}>
      {(aria) => (
        <>
          <div ref={anchor} className="relative">
            <Input
              {...aria}
              className="figures pr-12"
              inputMode="numeric"
              autoComplete="off"
              placeholder="MM/DD/YYYY"
              value={typed ?? (value === null ? '' : shortDay(value))}
              onChange={({ target }) => {
                setTyped(target.value);
                setLeft(false);
                onChange(IS_WHOLE.test(target.value) ? readDay(target.value) : null);
              }}
              onBlur={() => {
                const day = typed === null ? value : readDay(typed);
                if (day !== value) onChange(day);
                if (day !== null) setTyped(null);
                setLeft(true);
                onBlur?.();
              }}
            />
            <button
              ref={opener}
              type="button"
              aria-label={`Choose ${what} from the calendar`}
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
              onPick={pick}
              min={min}
              max={max}
              offered={offered}
              first={first}
              label={what}
            />
          </div>
          {shortcuts.length > 0 && (
            <div className="flex flex-wrap gap-2">
              {shortcuts.map(([name, day]) => (
                <Button
                  key={name}
                  size="small"
                  variant="secondary"
                  aria-pressed={day === value}
                  onClick={() => pick(day)}
                >
                  {name}
                </Button>
              ))}
            </div>
          )}
        </>
      )}
    </Field>
  );
}
