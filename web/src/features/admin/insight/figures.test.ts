import { describe, expect, it } from 'vitest';
import { formatDecimal, formatUsd } from '#domain/money.ts';
import { percent } from '#web/lib/format.ts';
import { ether, formatIn, inUnit, periodNames } from './figures.ts';

describe('figures of the desk', () => {
  it.each([
    ['412.345678901', 4, '412.3457'],
    ['412.345649999', 4, '412.3456'],
    ['0.999950000', 4, '1.0000'],
    ['-0.000040000', 4, '0.0000'],
    ['-0.000050000', 4, '-0.0001'],
    ['1234567.891', 2, '1,234,567.89'],
    ['-1234.995', 2, '-1,235.00'],
    ['12', 2, '12.00'],
    ['12.5', 0, '13'],
    ['9007199254740993.000000001', 9, '9,007,199,254,740,993.000000001'],
  ])('%s with %i decimals reads %s', (decimal, places, text) => {
    expect(formatDecimal(decimal, places)).toBe(text);
  });

  it('ether has four decimals, and dollars have two behind their sign', () => {
    expect(ether('0.600000000')).toBe('0.6000 ETH');
    expect(ether('20.617280000', 2)).toBe('20.62 ETH');
    expect(formatUsd('-12.50')).toBe('-$12.50');
    expect(formatUsd(-580_000)).toBe('-$580,000');
    const worth = { eth: '0.600000000', usd: '1200.00' };
    expect(formatIn('ETH')(inUnit(worth, 'ETH'))).toBe('0.6000 ETH');
    expect(formatIn('USD')(inUnit(worth, 'USD'))).toBe('$1,200.00');
  });

  it('a ratio without anything to divide by is a dash', () => {
    expect(percent(null)).toBe('—');
    expect(percent(0)).toBe('0.0%');
    expect(percent(104)).toBe('104.0%');
  });

  it('days and months are named in UTC, the leap day among them', () => {
    expect(periodNames('2028-02-29')).toEqual({ short: 'Feb 29', long: 'Feb 29, 2028' });
    expect(periodNames('2026-01-01')).toEqual({ short: 'Jan 1', long: 'Jan 1, 2026' });
    expect(periodNames('2026-01')).toEqual({ short: 'Jan', long: 'January 2026' });
  });
});
