import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { registrySummary } from '#domain/registry/schema.ts';
import { mount } from '#web/test/mount.tsx';
import Figures from './figures.tsx';
import { parseFigures } from './queries.ts';

const summary = registrySummary.parse({
  chains: [],
  unreachable: [],
  pool_usd: 2_345_678,
  cover_in_force_usd: 500_000,
  claims_paid_usd: 0,
  policies_in_force: 1,
  recent_claims: [],
  demo: false,
  as_of: '2027-03-10T15:00:00.000Z',
});

const answer = (body: unknown, status = 200) =>
  vi.stubGlobal('fetch', async () => Response.json(body, { status }));
const figure = (name: string) => within(screen.getByText(name).parentElement as HTMLElement);

/** Whatever is looked at is near the screen. */
class Near {
  constructor(private readonly told: (entries: { isIntersecting: boolean }[]) => void) {}
  observe() {
    this.told([{ isIntersecting: true }]);
  }
  disconnect() {}
}

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', Near);
});

describe('Figures', () => {
  it('the figures show the pool, cover in force and claims paid, and no zero @nav-4', async () => {
    answer({ success: true, data: summary });
    mount(<Figures />);
    expect(await figure('Pool').findByText('$2,345,678')).toBeDefined();
    expect(figure('Cover in force').getByText('$500,000')).toBeDefined();
    expect(figure('Claims paid').getByText('None yet')).toBeDefined();
    expect(await screen.findByText(/^The first claim that we pay will be shown here,/)).toBeDefined();
    expect(screen.getByText(/Read from the chain on March 10, 2027 at 3:00 PM UTC/)).toBeDefined();
  });

  it('the figures name the networks whose pools are missing', async () => {
    const missing = { chain_id: 1337, name: 'Ganache Local' };
    answer({ success: true, data: { ...summary, unreachable: [missing] } });
    mount(<Figures />);
    expect(
      await screen.findByText(/Ganache Local could not be reached, so the pool there is not counted\./),
    ).toBeDefined();
  });

  it('the figures show no number before there is an answer', () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    const { container } = mount(<Figures />);
    expect(container.querySelector('dl')?.getAttribute('aria-busy')).toBe('true');
    expect(container.textContent).not.toMatch(/\d/);
  });

  it('the figures say that they are unavailable when the answer is missing or unreadable @nav-4', async () => {
    for (const [body, status] of [
      [{ success: false, message: 'There is no such address.', code: 'not_found', request_id: 'r' }, 404],
      [{ success: true, data: { ...summary, pool_usd: 'many' } }, 200],
    ] as const) {
      answer(body, status);
      const { unmount, container } = mount(<Figures />);
      expect(await screen.findAllByText('not available just now')).toHaveLength(3);
      expect(container.textContent).not.toMatch(/\d/);
      unmount();
    }
  });
});

it('Try Again loads figures that failed at first', async () => {
  answer({ success: false }, 503);
  mount(<Figures />);
  const again = await screen.findByRole('button', { name: 'Try Again' });
  answer({ success: true, data: summary });
  fireEvent.click(again);
  expect(await figure('Pool').findByText('$2,345,678')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
});

describe('claims paid last', () => {
  const claim = (n: number, changes = {}) => ({
    chain_id: 1337,
    product: 'home',
    usd: 2500,
    tx_hash: `0x${String(n).repeat(64)}`,
    explorer: null,
    paid_at: '2027-03-09T15:00:00.000Z',
    hours: 26,
    ...changes,
  });
  const show = async (claims: unknown[], demo = false) => {
    answer({ success: true, data: { ...summary, claims_paid_usd: 5000, recent_claims: claims, demo } });
    mount(<Figures />);
    const list = await screen.findByRole('list', { name: 'Claims paid last' });
    return within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  };

  it('each claim has its amount, product, day and transaction, and the hours from our records', async () => {
    const late = claim(2, { product: 'travel', usd: 1_200_000, hours: 1 });
    expect(await show([claim(1), late])).toEqual([
      `$2,500Home claim, paid March 9, 2027Within 26 hours, from our recordsTransaction 0x${'1'.repeat(64)}`,
      `$1,200,000Travel claim, paid March 9, 2027Within an hour, from our recordsTransaction 0x${'2'.repeat(64)}`,
    ]);
    expect(screen.queryByText(/^The first claim/)).toBeNull();
  });

  it('claims of a local demo are labeled', async () => {
    expect(await show([claim(1)], true)).toEqual([
      `$2,500DemoHome claim, paid March 9, 2027Within 26 hours, from our recordsTransaction 0x${'1'.repeat(64)}`,
    ]);
  });

  it('a claim that does not read as one is left out', async () => {
    const wrong = [
      null,
      {},
      claim(3, { usd: -1 }),
      claim(4, { product: 'boat' }),
      claim(5, { tx_hash: '0x' }),
      claim(6, { explorer: 'javascript:alert(1)' }),
    ];
    expect(await show([claim(1), ...wrong])).toHaveLength(1);
  });
});

describe('parseFigures', () => {
  it('parsed figures match the schema, and anything else is rejected', () => {
    const { recent_claims: claims, chains: _, ...figures } = summary;
    expect(parseFigures(summary)).toEqual({ ...figures, claims });
    for (const wrong of [null, {}, [], 'text', { ...summary, as_of: 'soon' }, { ...summary, pool_usd: -1 }]) {
      expect(() => parseFigures(wrong)).toThrow(TypeError);
    }
  });
});
