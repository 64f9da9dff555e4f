import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { cn } from '#web/lib/cn.ts';
import { Button } from './button.tsx';
import type { ChartSeries, Drawn } from './chart-drawing.tsx';
import { lazyPart } from './lazy-part.tsx';
import { Skeleton } from './skeleton.tsx';
import { Table } from './table.tsx';

export type { ChartSeries };

export interface ChartProps extends Drawn {
  title: string;
  periodLabel: string;
  more?: readonly ChartSeries[];
  /** For the only chart of a screen. */
  tall?: boolean;
}

/** The first series is teal, the second ink. */
const SWATCHES = ['bg-teal', 'bg-ink'] as const;

// The drawing library is larger than the desk, so it loads with the first chart.
const Drawing = lazyPart(
  async () => ({ default: (await import('./chart-drawing.tsx')).ChartDrawing }),
  () => (
    <p role="alert" className="p-4 text-muted">
      The chart could not be loaded. Its table shows the same figures.
    </p>
  ),
);

const shown = ({ values, format }: ChartSeries, index: number) => {
  const value = values[index];
  return value == null ? null : format(value);
};

/** Every figure of each period. */
function columnsOf({ periodLabel, series, more = [] }: ChartProps) {
  type Period = Readonly<{ long: string; index: number }>;
  const figures = [...series, ...more].map(
    (one) =>
      [
        one.label,
        ({ index }: Period) => shown(one, index) ?? <span className="text-muted">No data</span>,
        'end',
      ] as const,
  );
  return [[periodLabel, ({ long }: Period) => long] as const, ...figures];
}

/**
 * Bars or lines over time, from zero. The line above them names each series with its value: of the period under the
 * pointer, of the one that the arrow keys chose, or of the last. `t` changes between the chart and its table.
 */
export function Chart(props: ChartProps) {
  const { title, kind, periods, series, leastHeight, tall = false } = props;
  const [table, setTable] = useState(false);
  const [pointed, setPointed] = useState<number | null>(null);
  /** Chosen by keyboard, and so read out. */
  const [read, setRead] = useState<number | null>(null);
  const body = useRef<HTMLDivElement>(null);
  const hint = useId();
  const last = periods.length - 1;
  if (last < 0) return <p className="py-8 text-center text-muted">No figures yet.</p>;

  const change = table ? 'Show chart' : 'Show table';
  const within = (index: number | null) => (index === null ? null : Math.min(last, Math.max(0, index)));
  const active = within(pointed) ?? within(read);
  const at = active ?? last;
  const sentence = (index: number) =>
    `${periods[index]?.long}: ${series.map((one) => `${one.label} ${shown(one, index) ?? 'no data'}`).join(', ')}`;

  function toggle() {
    setTable(!table);
    setPointed(null);
    setRead(null);
    requestAnimationFrame(() => body.current?.focus());
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    if (event.key === 't') {
      event.preventDefault();
      toggle();
      return;
    }
    if (table || event.target !== body.current) return;
    const from = within(read);
    const next = {
      ArrowRight: from === null ? 0 : from + 1,
      ArrowLeft: from === null ? last : from - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setPointed(null);
    setRead(within(next));
  }

  return (
    <figure aria-label={title} onKeyDown={onKeyDown}>
      <div className="flex items-start justify-between gap-3">
        <p aria-hidden className="figures flex min-h-8 flex-wrap items-center gap-x-4 text-[0.8125rem]">
          <span className="text-muted">{periods[at]?.long}</span>
          {series.map((one, index) => (
            <span key={one.label} className="inline-flex items-center gap-1.5">
              <span className={cn('size-2.5 rounded-[3px]', SWATCHES[index])} />
              {one.label} <strong className="font-semibold">{shown(one, at) ?? 'No data'}</strong>
            </span>
          ))}
        </p>
        <Button
          variant="quiet"
          size="dense"
          aria-keyshortcuts="t"
          aria-label={`${change}: ${title}`}
          onClick={toggle}
        >
          {change}
        </Button>
      </div>
      {table ? (
        <Table
          ref={body}
          caption={title}
          rows={periods.map(({ long }, index) => ({ long, index }))}
          rowKey={({ long }) => long}
          columns={columnsOf(props)}
          className="mt-2 max-h-80"
        />
      ) : (
        <div
          ref={body}
          role="application"
          aria-roledescription="chart"
          aria-label={title}
          aria-describedby={hint}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read the chart's values.
          tabIndex={0}
          onBlur={() => setRead(null)}
          className={cn('mt-2 rounded-lg', tall ? 'h-56 sm:h-80' : 'h-56')}
        >
          <p id={hint} className="sr-only">
            {kind === 'bars' ? 'Bars' : 'Lines'} from {periods[0]?.long} to {periods[last]?.long}. The arrow
            keys read the values, and t shows the table.
          </p>
          <Drawing
            fallback={<Skeleton className="h-full" />}
            kind={kind}
            periods={periods}
            series={series}
            active={active}
            onPoint={setPointed}
            leastHeight={leastHeight}
          />
        </div>
      )}
      <p role="status" className="sr-only">
        {read !== null && !table && sentence(within(read) ?? last)}
      </p>
    </figure>
  );
}
