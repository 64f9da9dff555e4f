import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react';
import { Popover } from 'radix-ui';
import type { RefObject } from 'react';
import { DayPicker } from 'react-day-picker';
import { enUS } from 'react-day-picker/locale/en-US';
import { DAY_SECONDS, dayOf } from '#domain/days.ts';

/** How far the years go where nothing ends them. */
const DAYS_AHEAD = 5 * 365;
const DAY_MS = DAY_SECONDS * 1000;
/** The calendar works with local dates. A UTC day uses the same year, month and day. */
function toLocal(day: number): Date {
  const date = new Date(day * DAY_MS);
  return new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
}
function toDay(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS;
}

/** `Saturday, November 21, 2026`, which contains the visible number as accessible names must. */
const dayLabel = new Intl.DateTimeFormat('en-US', { dateStyle: 'full' });

const classNames = {
  root: 'text-sm',
  months: 'relative',
  month_caption: 'flex h-10 items-center justify-center font-medium',
  dropdowns: 'flex gap-1',
  dropdown_root:
    'relative inline-flex rounded-[8px] hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-focus',
  dropdown: 'absolute inset-0 w-full cursor-pointer opacity-0',
  caption_label: 'inline-flex items-center gap-1 px-2 py-1.5',
  nav: 'absolute inset-x-0 top-0 flex h-10 items-center justify-between pointer-events-none',
  button_previous:
    'pointer-events-auto grid size-10 pointer-coarse:size-11 place-items-center rounded-[8px] hover:bg-sunken aria-disabled:opacity-35',
  button_next:
    'pointer-events-auto grid size-10 pointer-coarse:size-11 place-items-center rounded-[8px] hover:bg-sunken aria-disabled:opacity-35',
  month_grid: 'mt-1 border-collapse',
  weekday: 'size-10 pointer-coarse:size-11 font-normal text-muted',
  day: 'p-0 text-center figures',
  day_button:
    'size-10 pointer-coarse:size-11 rounded-[8px] hover:bg-sunken disabled:pointer-events-none disabled:opacity-35',
  today: '[&>button]:underline [&>button]:underline-offset-4',
  selected: '[&>button]:bg-primary [&>button]:text-on-primary [&>button]:hover:bg-primary',
  outside: 'text-muted',
  disabled: '',
  hidden: 'invisible',
};

interface CalendarPopoverProps {
  /** The field that the calendar is anchored to, and the button that opened it. */
  anchor: RefObject<HTMLElement | null>;
  opener: RefObject<HTMLElement | null>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** UTC day numbers. */
  value: number | null;
  onPick: (day: number) => void;
  min: number | undefined;
  max: number | undefined;
  offered: ((day: number) => boolean) | undefined;
  first: number | undefined;
  label: string;
}

/** The calendar of a date field, from Sunday, with out-of-range days disabled. Loaded when first opened. */
export default function CalendarPopover(props: CalendarPopoverProps) {
  const { anchor, opener, open, onOpenChange, value, onPick, min, max, offered, first, label } = props;
  const today = dayOf(Date.now());
  const bounds = [
    ...(min === undefined ? [] : [{ before: toLocal(min) }]),
    ...(max === undefined ? [] : [{ after: toLocal(max) }]),
    ...(offered === undefined ? [] : [(date: Date) => !offered(toDay(date))]),
  ];
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLElement>} />
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={12}
          aria-label={label}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            opener.current?.focus();
          }}
          onInteractOutside={(event) => {
            // The opening button closes it with its own click.
            if (opener.current?.contains(event.target as Node)) event.preventDefault();
          }}
          className="z-60 rounded-[10px] border border-line bg-surface p-3 text-ink shadow-lg shadow-black/10"
        >
          <DayPicker
            mode="single"
            required
            autoFocus
            captionLayout="dropdown"
            reverseYears
            locale={enUS}
            weekStartsOn={0}
            today={toLocal(today)}
            defaultMonth={toLocal(value ?? first ?? min ?? today)}
            startMonth={min === undefined ? undefined : toLocal(min)}
            endMonth={toLocal(max ?? Math.max(min ?? 0, value ?? 0, today) + DAYS_AHEAD)}
            selected={value === null ? undefined : toLocal(value)}
            disabled={bounds}
            showOutsideDays
            classNames={classNames}
            components={{
              Chevron: ({ orientation }) =>
                orientation === 'left' ? (
                  <ChevronLeft aria-hidden className="size-4" />
                ) : orientation === 'right' ? (
                  <ChevronRight aria-hidden className="size-4" />
                ) : (
                  <ChevronDown aria-hidden className="size-4 text-muted" />
                ),
            }}
            labels={{ labelDayButton: (date) => dayLabel.format(date) }}
            onSelect={(date) => onPick(toDay(date))}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
