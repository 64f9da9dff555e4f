import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, describe, expect, it } from 'vitest';
import { formatDay, parseDay } from '#domain/days.ts';
import '#web/test/mount.tsx';
import { DateField } from './date-field.tsx';

const day = (text: string) => parseDay(text) as number;

function Picker() {
  const [value, setValue] = useState<number | null>(day('2027-03-10'));
  return (
    <>
      <DateField
        label="Start date"
        what="the start date"
        min={day('2027-03-05')}
        value={value}
        onChange={setValue}
        shortcuts={[
          ['Today', day('2027-03-11')],
          ['Yesterday', day('2027-03-04')],
        ]}
      />
      <output>{value === null ? 'none' : formatDay(value)}</output>
    </>
  );
}

// By label and not by role: computing the roles of a whole calendar takes seconds in a simulated browser.
const opener = () => screen.getByLabelText('Choose the start date from the calendar');
const calendar = () => screen.findByLabelText('the start date');

// What the first opening loads is loaded before, so that no test waits for a busy machine.
beforeAll(() => import('./calendar-popover.tsx'), 60_000);

describe('DateField', () => {
  it('the date picker reads dates while they are typed @quote-29', () => {
    render(<Picker />);
    fireEvent.change(screen.getByLabelText('Start date'), { target: { value: '3/12/2027' } });
    expect(screen.getByText('2027-03-12')).toBeDefined();
    fireEvent.change(screen.getByLabelText('Start date'), { target: { value: '3/12/20' } });
    expect(screen.getByText('none')).toBeDefined();
  });

  it.each([
    ['05121962', '1962-05-12'],
    ['2027-03-28', '2027-03-28'],
    ['28.03.2027', '2027-03-28'],
    ['3/28/27', '2027-03-28'],
  ])('the date field understands %s once it is left, and shows how', (text, read) => {
    render(<Picker />);
    const field = screen.getByLabelText<HTMLInputElement>('Start date');
    fireEvent.change(field, { target: { value: text } });
    fireEvent.blur(field);
    expect(screen.getByText(read)).toBeDefined();
    const [year, month, date] = read.split('-');
    expect(field.value).toBe(`${month}/${date}/${year}`);
  });

  it('the date field asks about a date that reads two ways, and shows the expected format for one it cannot read', () => {
    render(<Picker />);
    const field = screen.getByLabelText<HTMLInputElement>('Start date');
    fireEvent.change(field, { target: { value: '05.12.1962' } });
    expect(screen.queryByText(/Do you mean/)).toBeNull();
    fireEvent.blur(field);
    expect(
      screen.getByText('Do you mean May 12, 1962 or December 5, 1962? Please enter it as MM/DD/YYYY.'),
    ).toBeDefined();
    expect(field.value).toBe('05.12.1962');
    fireEvent.change(field, { target: { value: 'soon' } });
    fireEvent.blur(field);
    expect(screen.getByText('Please enter the date as MM/DD/YYYY, such as 11/28/2026.')).toBeDefined();
  });

  it('the date field offers named days within its bounds', () => {
    render(<Picker />);
    expect(screen.queryByRole('button', { name: 'Yesterday' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Today' }));
    expect(screen.getByText('2027-03-11')).toBeDefined();
  });

  it('the calendar jumps to another year in one step', async () => {
    render(<Picker />);
    fireEvent.click(opener());
    const years = within(await calendar()).getByLabelText<HTMLSelectElement>(/year/i);
    fireEvent.change(years, { target: { value: '2028' } });
    expect(await within(await calendar()).findByLabelText(/March 18, 2028/)).toBeDefined();
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
