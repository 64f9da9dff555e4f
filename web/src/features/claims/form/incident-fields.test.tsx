/** The days that the calendar of an incident offers. */
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { serve, signedInHolder } from '../../../../test/claim-form.ts';
import { mountSite } from '../../../../test/mount.tsx';
import { insured } from '../../../../test/sample-claim.ts';

signedInHolder();

describe('incident calendar', () => {
  const opener = () => screen.getByLabelText('Choose the date of the incident from the calendar');
  const open = async () => {
    fireEvent.click(opener());
    return within(await screen.findByLabelText('the date of the incident'));
  };
  const disabled = (calendar: Awaited<ReturnType<typeof open>>, day: RegExp) =>
    calendar.getByLabelText<HTMLButtonElement>(day).disabled;

  it('the incident calendar offers the days of the policy’s cover up to today', async () => {
    vi.setSystemTime(Date.parse('2026-11-26T10:00:00Z'));
    serve();
    mountSite('/submit-claim?policy=12');
    await screen.findByRole('radio', { name: /POL-012/ });
    const calendar = await open();
    expect(disabled(calendar, /November 20, 2026/)).toBe(true);
    expect(disabled(calendar, /November 21, 2026/)).toBe(false);
    expect(disabled(calendar, /November 26, 2026/)).toBe(false);
    expect(disabled(calendar, /November 28, 2026/)).toBe(true);
  });

  it('the incident calendar ends with the cover of a policy that has ended', async () => {
    const ended = insured({
      id: 23,
      status: 'expired',
      cover_from: '2026-10-30T09:00:00.000Z',
      cover_until: '2026-11-18T00:00:00.000Z',
    });
    serve({ policies: [ended] });
    mountSite('/submit-claim');
    await screen.findByRole('radio', { name: /POL-023/ });
    const calendar = await open();
    expect(disabled(calendar, /November 17, 2026/)).toBe(false);
    expect(disabled(calendar, /November 18, 2026/)).toBe(true);
  });
});
