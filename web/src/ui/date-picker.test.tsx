import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, describe, expect, it } from 'vitest';
import { formatDay, parseDay } from '../../../domain/days.ts';
import '../../test/mount.tsx';
import { DatePicker } from './date-picker.tsx';
import { Field } from './field.tsx';

const day = (text: string) => parseDay(text) as number;

function Picker() {
  const [value, setValue] = useState<number | null>(day('2027-03-10'));
  return (
    <>
      <Field label="Start date">
        {(aria) => (
          <DatePicker
            {...aria}
            label="the start date"
            min={day('2027-03-05')}
            value={value}
            onChange={setValue}
          />
        )}
      </Field>
      <output>{value === null ? 'none' : formatDay(value)}</output>
    </>
  );
}

// By label and not by role: computing the roles of a whole calendar takes seconds in a simulated browser.
const opener = () => screen.getByLabelText('Choose the start date from the calendar');
const calendar = () => screen.findByLabelText('the start date');

// What the first opening loads is loaded before, so that no test waits for a busy machine.
beforeAll(() => import('./calendar-popover.tsx'), 60_000);

describe('DatePicker', () => {
  it('the date picker reads dates while they are typed @quote-29', () => {
    render(<Picker />);
    fireEvent.change(screen.getByLabelText('Start date'), { target: { value: '3/12/2027' } });
    expect(screen.getByText('2027-03-12')).toBeDefined();
    fireEvent.change(screen.getByLabelText('Start date'), { target: { value: '3/12/20' } });
    expect(screen.getByText('none')).toBeDefined();
  });

  it('the calendar starts its week on Sunday, picks a day and returns the focus @quote-29', async () => {
    render(<Picker />);
    fireEvent.click(opener());
    const dialog = await calendar();
    expect(dialog.getAttribute('role')).toBe('dialog');
    expect(opener().getAttribute('aria-expanded')).toBe('true');
    expect(dialog.querySelector('thead th')?.textContent).toMatch(/^Su/);
    fireEvent.click(within(dialog).getByLabelText(/March 18, 2027/));
    expect(screen.getByText('2027-03-18')).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(opener()));
    expect(screen.queryByLabelText('the start date')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Start date').value).toBe('03/18/2027');
  });

  it('the date picker offers no day before the first allowed one', async () => {
    render(<Picker />);
    fireEvent.click(opener());
    const early = within(await calendar()).getByLabelText<HTMLButtonElement>(/March 4, 2027/);
    expect(early.disabled).toBe(true);
  });
});
