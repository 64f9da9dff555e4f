import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { registrySummary } from '../../../../domain/registry/schema.ts';
import { mount } from '../../../test/mount.tsx';
import Figures from './figures.tsx';
import { parseFigures } from './queries.ts';

const summary = registrySummary.parse({
  chains: [],
  unreachable: [],
  pool_usd: 2_345_678,
  cover_in_force_usd: 500_000,
  claims_paid_usd: 0,
  policies_in_force: 1,
  as_of: '2027-03-10T15:00:00.000Z',
});

const answer = (body: unknown, status = 200) =>
  vi.stubGlobal('fetch', async () => Response.json(body, { status }));
const figure = (name: string) => within(screen.getByText(name).parentElement as HTMLElement);

describe('Figures', () => {
  it('the figures show the pool, cover in force and claims paid, including a zero @nav-4', async () => {
    answer({ success: true, data: summary });
    mount(<Figures />);
    expect(await figure('Pool').findByText('$2,345,678')).toBeDefined();
    expect(figure('Cover in force').getByText('$500,000')).toBeDefined();
    expect(figure('Claims paid').getByText('$0')).toBeDefined();
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

describe('parseFigures', () => {
  it('parsed figures match the schema, and anything else is rejected', () => {
    expect(parseFigures(summary)).toEqual({ ...summary, chains: undefined });
    for (const wrong of [null, {}, [], 'text', { ...summary, as_of: 'soon' }, { ...summary, pool_usd: -1 }]) {
      expect(() => parseFigures(wrong)).toThrow(TypeError);
    }
  });
});
