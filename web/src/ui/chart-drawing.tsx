import { type Key, useLayoutEffect, useRef, useState } from 'react';
import { Bar, CartesianGrid, ComposedChart, LabelList, Line, ReferenceLine, XAxis, YAxis } from 'recharts';

export interface ChartSeries {
  label: string;
  /** One per period, as a number or a decimal string. Null is a gap. */
  values: readonly (number | string | null)[];
  /** `$1,200.50` from a value. */
  format: (value: number | string) => string;
}

export interface Drawn {
  kind: 'bars' | 'lines';
  /** Oldest first: `Nov 22` under the axis, `Nov 22, 2026` in words. */
  periods: readonly { short: string; long: string }[];
  /** What is drawn: one series, or two in the same unit. */
  series: readonly [ChartSeries] | readonly [ChartSeries, ChartSeries];
  /** The height of the lowest bar, in percent of the highest. By default a bar is as high as its value. */
  leastHeight?: number | undefined;
}

interface DrawingProps extends Drawn {
  active: number | null;
  onPoint: (index: number | null) => void;
}

const COLORS = ['var(--color-teal)', 'var(--color-ink)'] as const;
const TICK = { fill: 'var(--color-muted)', fontSize: 12 };
const KEYS = ['first', 'second'] as const;
/** Below the drawing: the names of the periods. */
const AXIS = 30;
/** A line's name stands to the right of its last point, where it crosses neither line. */
const BESIDE = 6;
const LETTER = 6.5;
/** A bar's label stands in the middle over it, but within the drawing. */
const placed = (center: number, width: number, text: string) =>
  center > width - 8 - (LETTER * text.length) / 2
    ? ({ x: width - 4, textAnchor: 'end' } as const)
    : ({ x: center, textAnchor: 'middle' } as const);
const roomFor = (names: readonly string[]) =>
  BESIDE + Math.ceil(LETTER * Math.max(...names.map(({ length }) => length)));
/** Baseline of that name: the upper line's above the lower one's, and both above the names of the periods. */
const nameAt = (y: number, above: boolean, height: number) =>
  above ? Math.min(y - 3, height - AXIS - 18) : Math.min(y + 11, height - AXIS - 4);

const LABELS = ['firstLabel', 'secondLabel'] as const;
/** Until the place is measured. */
const SIZE = { width: 640, height: 224 };
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 });

interface Mark {
  index?: number | undefined;
  cx?: number | string | undefined;
  cy?: number | string | undefined;
  key?: Key | null | undefined;
}

function useSize() {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<typeof SIZE | null>(null);
  useLayoutEffect(() => {
    const { current } = box;
    if (current === null) return;
    const measure = () =>
      setSize({
        width: current.clientWidth || SIZE.width,
        height: current.clientHeight || SIZE.height,
      });
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(current);
    return () => watch.disconnect();
  }, []);
  return { box, size };
}

/** The picture of a chart (chart.tsx). Assistive technology reads the values from there. */
export function ChartDrawing(props: DrawingProps) {
  const { kind, periods, series, active, onPoint, leastHeight } = props;
  const { box, size } = useSize();
  const numbers = series.map(({ values }) =>
    periods.map((_, index) => (values[index] == null ? null : Number(values[index]))),
  );
  const all = numbers.flat().filter((value) => value !== null);
  const top = Math.max(0, ...all);
  const bottom = Math.min(0, ...all);
  // One end at zero, the other at a round number.
  const domain: [number | 'auto', number | 'auto'] =
    top > 0 ? [bottom === 0 ? 0 : 'auto', 'auto'] : bottom < 0 ? ['auto', 0] : [0, 1];
  const ends = numbers.map((values) => values.findLastIndex((value) => value !== null));
  /** A lone series of bars says its highest value. A line has its name at its end. */
  const labeled = numbers.map((values, one) =>
    kind === 'lines' ? ends[one] : series.length === 1 && top > 0 ? values.indexOf(top) : -1,
  );
  const labelOf = (one: number, index: number) => {
    const { label, values, format } = series[one] ?? series[0];
    // A bar that is higher than its value says that there is nothing.
    if (leastHeight !== undefined && numbers[one]?.[index] === 0) return format(0);
    if (labeled[one] !== index) return null;
    return kind === 'lines' ? label : format(values[index] ?? top);
  };
  const heightOf = (value: number | null) =>
    leastHeight === undefined || value === null ? value : Math.max(value, ((top || 1) * leastHeight) / 100);
  const rows = periods.map((_, index) => ({
    index,
    ...Object.fromEntries(
      numbers.flatMap((values, one) => [
        [KEYS[one], heightOf(values[index] ?? null)],
        [LABELS[one], labelOf(one, index)],
      ]),
    ),
  }));
  const endOf = (one: number) => numbers[one]?.[ends[one] ?? -1] ?? Number.NEGATIVE_INFINITY;

  return (
    <div ref={box} aria-hidden className="h-full w-full min-w-0 overflow-hidden">
      {size && (
        <ComposedChart
          {...size}
          data={rows}
          margin={{
            top: 20,
            right: kind === 'lines' ? roomFor(series.map(({ label }) => label)) : 8,
            bottom: 0,
            left: 0,
          }}
          barCategoryGap="22%"
          barGap={1}
          accessibilityLayer={false}
          onMouseMove={({ activeTooltipIndex }) =>
            onPoint(activeTooltipIndex == null ? null : Number(activeTooltipIndex))
          }
          onMouseLeave={() => onPoint(null)}
        >
          <CartesianGrid vertical={false} stroke="var(--color-line)" />
          <XAxis
            dataKey="index"
            tickFormatter={(index: number) => periods[index]?.short ?? ''}
            tick={TICK}
            tickLine={false}
            axisLine={false}
            interval="preserveStartEnd"
            minTickGap={20}
          />
          <YAxis
            width="auto"
            domain={domain}
            allowDecimals={!all.every(Number.isInteger)}
            tickCount={5}
            tickFormatter={(value: number) => compact.format(value)}
            tick={TICK}
            tickLine={false}
            axisLine={false}
          />
          <ReferenceLine y={0} stroke="var(--color-line-strong)" />
          {active !== null && (
            <ReferenceLine x={active} stroke="var(--color-line-strong)" strokeDasharray="2 2" />
          )}
          {numbers.map((values, one) => {
            const key = KEYS[one] ?? KEYS[0];
            const color = COLORS[one] ?? COLORS[0];
            // The upper of two lines has its name above, the other below.
            const above = kind === 'bars' || (one === 0 ? endOf(0) >= endOf(1) : endOf(1) > endOf(0));
            const label = (
              <LabelList
                {...(LABELS[one] ? { dataKey: LABELS[one] } : {})}
                content={({ x, y, width, value }) =>
                  value == null ? null : (
                    <text
                      {...(kind === 'bars'
                        ? {
                            ...placed(Number(x) + Number(width ?? 0) / 2, size.width, String(value)),
                            y: Number(y) - 7,
                          }
                        : { x: Number(x) + BESIDE, y: nameAt(Number(y), above, size.height) })}
                      fontSize={12}
                      fill="var(--color-ink)"
                      // A halo, so that the lines behind do not strike it through.
                      stroke="var(--color-surface)"
                      strokeWidth={4}
                      paintOrder="stroke"
                    >
                      {value}
                    </text>
                  )
                }
              />
            );
            if (kind === 'bars') {
              return (
                <Bar
                  key={key}
                  dataKey={key}
                  fill={color}
                  maxBarSize={40}
                  radius={[2, 2, 0, 0]}
                  isAnimationActive={false}
                >
                  {label}
                </Bar>
              );
            }
            return (
              <Line
                key={key}
                dataKey={key}
                stroke={color}
                strokeWidth={2}
                {...(one === 1 ? { strokeDasharray: '5 3' } : {})}
                connectNulls={false}
                isAnimationActive={false}
                activeDot={false}
                dot={({ index = -1, cx, cy, key: name }: Mark) => {
                  const alone = (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null;
                  if (values[index] == null || (index !== active && !alone)) return <g key={name} />;
                  return <circle key={name} cx={cx} cy={cy} r={3.5} fill={color} />;
                }}
              >
                {label}
              </Line>
            );
          })}
        </ComposedChart>
      )}
    </div>
  );
}
