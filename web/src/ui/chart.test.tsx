import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Chart, type ChartProps } from './chart.tsx';

afterEach(cleanup);

const dollars = (value: number | string) => `$${value}`;
const props: ChartProps = {
  title: 'Revenue by day',
  kind: 'bars',
  periodLabel: 'Day',
  periods: [
    { short: 'Nov 20', long: 'Nov 20, 2026' },
    { short: 'Nov 21', long: 'Nov 21, 2026' },
    { short: 'Nov 22', long: 'Nov 22, 2026' },
  ],
  series: [{ label: 'Revenue', values: ['120.50', null, '-30.00'], format: dollars }],
};
const two: ChartProps = {
  ...props,
  series: [props.series[0], { label: 'Fees', values: [1, 2, 3], format: dollars }],
};

const chart = () => screen.getByRole('application', { name: 'Revenue by day' });
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const drawn = (selector: string) =>
  waitFor(() => {
    const found = [...document.querySelectorAll(`svg.recharts-surface ${selector}`)];
    expect(found.length).toBeGreaterThan(0);
    return found;
  });
const ticks = async () =>
  (await drawn('.recharts-yAxis-tick-labels text')).map(({ textContent }) => Number(textContent));
const labels = async () => (await drawn('.recharts-label-list text')).map(({ textContent }) => textContent);

describe('a chart', () => {
  it('a chart draws a bar for each value, and a gap stays a gap', async () => {
    render(<Chart {...props} />);
    expect(await drawn('.recharts-bar-rectangle path')).toHaveLength(2);
  });

  it('a chart with a least height draws no bar below it, not even of nothing', async () => {
    const heights = async (values: number[]) => {
      const few = [{ label: 'Visitors', values, format: dollars }] as const;
      render(<Chart {...props} series={few} leastHeight={10} />);
      const bars = await drawn('.recharts-bar-rectangle path');
      const found = bars.map((bar) => Number(bar.getAttribute('height')));
      cleanup();
      return found.map((height) => Math.round((100 * height) / Math.max(...found)));
    };
    expect(await heights([0, 4, 50])).toEqual([10, 10, 100]);
    expect(await heights([25, 50, 50])).toEqual([50, 100, 100]);
    expect(await heights([0, 0, 0])).toEqual([100, 100, 100]);
  });

  it('a chart starts at zero, even with values below zero', async () => {
    render(<Chart {...props} series={[{ label: 'Revenue', values: [900, 950, 1000], format: dollars }]} />);
    expect((await ticks())[0]).toBe(0);
    cleanup();
    render(<Chart {...props} />);
    const lower = await ticks();
    expect(lower).toContain(0);
    expect(Math.min(...lower)).toBeLessThanOrEqual(-30);
    expect(Math.max(...lower)).toBeGreaterThanOrEqual(120.5);
  });

  it('an axis of whole numbers has only whole numbers, and one of nothing ends above zero', async () => {
    render(<Chart {...props} series={[{ label: 'Claims', values: [1, 2, 3], format: dollars }]} />);
    expect(await ticks()).toEqual([0, 1, 2, 3, 4]);
    cleanup();
    render(<Chart {...props} series={[{ label: 'Claims', values: [0, 0, 0], format: dollars }]} />);
    expect(Math.max(...(await ticks()))).toBe(1);
  });

  it('a line breaks at a gap, and a value between gaps keeps its dot', async () => {
    const values = [10, null, 30, null, 50, 60];
    const periods = values.map((_, index) => ({ short: `${index}`, long: `Day ${index}` }));
    render(
      <Chart
        {...props}
        kind="lines"
        periods={periods}
        series={[{ label: 'Revenue', values, format: dollars }]}
      />,
    );
    const [curve] = await drawn('.recharts-line-curve');
    // Each stretch begins with its own M.
    expect(curve?.getAttribute('d')?.match(/M/g)).toHaveLength(3);
    expect(await drawn('.recharts-line-dots circle')).toHaveLength(2);
  });

  it('two lines are told apart by color, dash and the name at their end', async () => {
    render(<Chart {...two} kind="lines" />);
    const curves = await drawn('.recharts-line-curve');
    expect(curves.map((curve) => curve.getAttribute('stroke'))).toEqual([
      'var(--color-teal)',
      'var(--color-ink)',
    ]);
    expect(curves[1]?.getAttribute('stroke-dasharray')).toBe('5 3');
    expect(await labels()).toEqual(['Revenue', 'Fees']);
  });

  it('the names of two lines that end at zero cover neither the axis nor each other', async () => {
    const flat = (label: string) => ({ label, values: [9, 4, 0], format: dollars });
    render(<Chart {...props} kind="lines" series={[flat('Revenue'), flat('Claims paid')]} />);
    const names = await drawn('.recharts-label-list text');
    const [upper = 0, lower = 0] = names.map((name) => Number(name.getAttribute('y'))).sort((a, b) => a - b);
    // The drawing is 224 high, and its last 30 are the axis.
    expect(lower).toBeLessThanOrEqual(224 - 30 - 4);
    expect(lower - upper).toBeGreaterThanOrEqual(14);
  });

  it('the name of a line stands to the right of its end, within the drawing, where no line crosses it', async () => {
    const claims = { label: 'Claims paid', values: [0, 0, 0], format: dollars };
    render(<Chart {...props} kind="lines" series={[props.series[0], claims]} />);
    const [name] = (await drawn('.recharts-label-list text')).filter(
      ({ textContent }) => textContent === 'Claims paid',
    );
    const [, line] = await drawn('.recharts-line-curve');
    const end = Number(line?.getAttribute('d')?.match(/([\d.]+),[\d.]+$/)?.[1]);
    const left = Number(name?.getAttribute('x'));
    expect(left).toBeGreaterThan(end);
    // The drawing is 640 wide, and the name takes about 66.
    expect(left).toBeLessThanOrEqual(640 - 66);
  });

  it('the highest bar says its value', async () => {
    render(<Chart {...props} />);
    await drawn('.recharts-bar-rectangle path');
    expect(await labels()).toEqual(['$120.50']);
  });

  it('a bar of zero and a gap before it do not move the label of the highest bar', async () => {
    const values = [0, null, 5, 9, 4];
    const periods = values.map((_, index) => ({ short: `${index}`, long: `Day ${index}` }));
    render(<Chart {...props} periods={periods} series={[{ label: 'Revenue', values, format: dollars }]} />);
    expect(await labels()).toEqual(['$9']);
    const bars = await drawn('.recharts-bar-rectangle path');
    const highest = bars.find((bar) => Number(bar.getAttribute('height')) > 130);
    const [label] = await drawn('.recharts-label-list text');
    const left = Number(highest?.getAttribute('x'));
    expect(Number(label?.getAttribute('x'))).toBeGreaterThan(left);
    expect(Number(label?.getAttribute('x'))).toBeLessThan(left + Number(highest?.getAttribute('width')));
  });

  it('nothing in a chart moves on its own', async () => {
    render(<Chart {...two} />);
    await drawn('.recharts-bar-rectangle path');
    // An animation begins at zero height; these are at their place at once.
    const [path] = document.querySelectorAll('.recharts-bar-rectangle path');
    expect(Number(path?.getAttribute('height'))).toBeGreaterThan(20);
  });

  it('the arrow keys read the values out one by one', async () => {
    render(<Chart {...two} />);
    chart().focus();
    expect(screen.getByRole('status').textContent).toBe('');
    press('ArrowRight');
    expect(screen.getByRole('status').textContent).toBe('Nov 20, 2026: Revenue $120.50, Fees $1');
    press('ArrowRight');
    expect(screen.getByRole('status').textContent).toBe('Nov 21, 2026: Revenue no data, Fees $2');
    press('End');
    expect(screen.getByRole('status').textContent).toBe('Nov 22, 2026: Revenue $-30.00, Fees $3');
    press('ArrowRight');
    expect(screen.getByRole('status').textContent).toContain('Nov 22, 2026');
    press('Home');
    press('ArrowLeft');
    expect(screen.getByRole('status').textContent).toContain('Nov 20, 2026');
    fireEvent.blur(chart());
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('the keys of a browser command stay the browser’s', () => {
    render(<Chart {...props} />);
    chart().focus();
    fireEvent.keyDown(chart(), { key: 't', ctrlKey: true });
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('t shows the table with every figure, and t again the chart', async () => {
    render(
      <Chart {...two} more={[{ label: 'Policies', values: [4, 0, 5], format: (value) => `${value}` }]} />,
    );
    chart().focus();
    press('t');
    const table = within(screen.getByRole('table', { name: 'Revenue by day' }));
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Day',
      'Revenue',
      'Fees',
      'Policies',
    ]);
    expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'DayRevenueFeesPolicies',
      'Nov 20, 2026$120.50$14',
      'Nov 21, 2026No data$20',
      'Nov 22, 2026$-30.00$35',
    ]);
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('aria-label')).toBe('Table: Revenue by day'),
    );
    press('t');
    await waitFor(() => expect(document.activeElement).toBe(chart()));
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('the button does the same as the key', async () => {
    render(<Chart {...props} />);
    const button = screen.getByRole('button', { name: /^Show table: / });
    expect(button.getAttribute('aria-keyshortcuts')).toBe('t');
    fireEvent.click(button);
    expect(screen.getByRole('table', { name: 'Revenue by day' })).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: /^Show chart: / }));
    expect(chart()).toBeDefined();
  });

  it('the line above names each series with the newest value', () => {
    render(<Chart {...two} />);
    expect(screen.getByRole('figure').querySelector('p')?.textContent).toBe(
      'Nov 22, 2026Revenue $-30.00Fees $3',
    );
  });

  it('a drawing that cannot be loaded leaves the table', async () => {
    vi.resetModules();
    vi.doMock('./chart-drawing.tsx', () => {
      throw new Error('offline');
    });
    const { Chart: Offline } = await import('./chart.tsx');
    render(<Offline {...props} />);
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The chart could not be loaded. Its table shows the same figures.',
    );
    fireEvent.click(screen.getByRole('button', { name: /^Show table: / }));
    expect(screen.getByRole('table', { name: 'Revenue by day' })).toBeDefined();
    vi.doUnmock('./chart-drawing.tsx');
  });

  it('a chart without periods says so', () => {
    render(<Chart {...props} periods={[]} />);
    expect(screen.getByText('No figures yet.')).toBeDefined();
  });
});
