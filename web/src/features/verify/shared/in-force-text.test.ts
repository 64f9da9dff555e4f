import { describe, expect, it } from 'vitest';
import { inForceText } from './in-force-text.ts';

const at = (iso: string) => Date.parse(iso) / 1000;
const day = (iso: string) => Date.parse(`${iso}T00:00:00Z`) / 86_400_000;
const TODAY = day('2026-11-26');
const active = {
  start: at('2026-11-21T09:30:00Z'),
  end: at('2027-11-22T00:00:00Z'),
  status: 'active',
} as const;
const on = (iso: string, policy: Parameters<typeof inForceText>[0] = active) =>
  inForceText(policy, day(iso), TODAY);

describe('the answer to “in force on …?”', () => {
  it('is yes in the tense of the day', () => {
    expect(on('2026-11-25')).toEqual({
      inForce: true,
      answer: 'Yes. It was in force on November 25, 2026.',
      note: null,
    });
    expect(on('2026-11-26').answer).toBe('Yes. It is in force on November 26, 2026.');
    expect(on('2027-01-01')).toEqual({
      inForce: true,
      answer: 'Yes. It will be in force on January 1, 2027.',
      note: 'It is paid for. A cancellation could still end it before that day.',
    });
  });

  it('names the moment at which cover begins on its first day', () => {
    expect(on('2026-11-21').note).toBe('On that day only from 9:30 AM UTC.');
  });

  it('answers no before cover begins and after its last day', () => {
    expect(on('2026-11-20')).toEqual({
      inForce: false,
      answer: 'No. Its cover begins on November 21, 2026 at 9:30 AM UTC.',
      note: null,
    });
    expect(on('2027-11-22').answer).toBe('No. Its cover ended on November 21, 2027.');
  });

  it('is yes on the day of a cancellation until its moment, and no after it', () => {
    const refunded = { ...active, end: at('2026-11-24T18:00:00Z'), status: 'cancelled' } as const;
    expect(on('2026-11-24', refunded).note).toBe('On that day only until 6:00 PM UTC.');
    expect(on('2026-11-25', refunded).answer).toBe('No. It was canceled on November 24, 2026.');
  });

  it('is never for cover that a full refund made void', () => {
    const end = active.start;
    expect(on('2026-11-26', { ...active, end, status: 'cancelled' }).answer).toBe(
      'No. It was canceled with a full refund, so it was never in force.',
    );
    expect(on('2026-11-26', { ...active, end, status: 'rejected' }).answer).toBe(
      'No. It was rejected or withdrawn from before its start, so it was never in force.',
    );
  });
});
