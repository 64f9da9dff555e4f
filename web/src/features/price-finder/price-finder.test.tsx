import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mount } from '#web/test/mount.tsx';
import PriceFinder from './price-finder.tsx';

const amount = () => screen.getByText('Premium for the whole term').parentElement?.textContent ?? '';
const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const link = () => screen.queryByRole('link', { name: /Get Quote/ });

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2027-03-10T15:00:00Z'), toFake: ['Date'] });
  return () => vi.useRealTimers();
});

describe('PriceFinder', () => {
  it('the price finder shows a price immediately and sends no request @nav-3', () => {
    const fetch = vi.fn();
    vi.stubGlobal('fetch', fetch);
    mount(<PriceFinder />);
    expect(amount()).toContain('$1,200');
    fireEvent.click(screen.getByLabelText('Car'));
    expect(amount()).toContain('$960');
    fireEvent.click(screen.getByLabelText('Travel'));
    expect(amount()).toContain('$25');
    expect(screen.getByText('30 days')).toBeDefined();
    expect(fetch).not.toHaveBeenCalled();
  });

  it('the price finder follows the dates line by line and carries them to the quote @nav-3', () => {
    mount(<PriceFinder />);
    type('Start date', '4/1/2027');
    type('End date', '05/01/2027');
    expect(amount()).toContain('$99');
    expect(screen.getByText('$1,200 ÷ 365 × 30')).toBeDefined();
    expect(screen.getByText('$98.63')).toBeDefined();
    expect(screen.getByText('$0.37')).toBeDefined();
    expect(link()?.getAttribute('href')).toBe(
      '/quote/home?start=2027-04-01&end=2027-05-01&coverage=500000&deductible=2500',
    );
  });

  it('the price finder follows cover and deductible and starts a product with its default', () => {
    mount(<PriceFinder />);
    fireEvent.click(screen.getByLabelText('$350,000'));
    fireEvent.click(screen.getByLabelText('$5,000'));
    expect(amount()).toContain('$850');
    expect(link()?.getAttribute('href')).toContain('&coverage=350000&deductible=5000');
    fireEvent.click(screen.getByLabelText('Car'));
    expect(amount()).toContain('$960');
    fireEvent.click(screen.getByLabelText('None'));
    expect(amount()).toContain('$1,150');
    fireEvent.click(screen.getByLabelText('Travel'));
    fireEvent.click(screen.getByLabelText('$1,000,000'));
    expect(amount()).toContain('$49');
    expect(screen.queryByRole('group', { name: 'Deductible per claim' })).toBeNull();
  });

  it('the price finder has no price for a chosen start that is past once the page stays open after midnight', () => {
    vi.useFakeTimers({ now: Date.parse('2027-03-10T23:59:55Z') });
    mount(<PriceFinder />);
    type('Start date', '3/10/2027');
    expect(amount()).toContain('$1,200');
    act(() => vi.advanceTimersByTime(10_000));
    expect(amount()).not.toContain('$1,200');
    expect(link()).toBeNull();
  });

  it('the price finder shows no price and no link for dates we do not offer @nav-3', () => {
    mount(<PriceFinder />);
    type('End date', '03/20/2027');
    expect(
      screen.getByText(/Home Insurance runs from 30 days to 366 days; these dates make 10\./),
    ).toBeDefined();
    expect(amount()).not.toContain('$');
    expect(link()).toBeNull();
    type('End date', 'tomorrow');
    expect(screen.getByText('Please enter the date as MM/DD/YYYY, such as 11/28/2026.')).toBeDefined();
    expect(link()).toBeNull();
  });
});
