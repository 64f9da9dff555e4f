import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { setDisconnected } from '#web/state/wallet-session.ts';
import { type ApiCall, fakeApi } from '#web/test/fake-api.ts';
import { mountSite } from '#web/test/mount.tsx';

const COMPLAINTS = 'POST /complaints';
const received = {
  status: 201,
  data: {
    complaint_number: 'CMP-007',
    received_at: '2026-11-20T15:00:00.000Z',
    acknowledge_by: '2026-11-24T15:00:00.000Z',
    answer_by: '2027-01-15T15:00:00.000Z',
  },
};
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const enter = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send complaint' }));
const sent = (calls: ApiCall[]) => calls.filter(({ path }) => path === '/complaints');
const choose = async (cause: string) => {
  fireEvent.keyDown(screen.getByRole('combobox', { name: 'What is it about?' }), { key: 'Enter' });
  fireEvent.click(await screen.findByRole('option', { name: cause }));
};

async function open(): Promise<void> {
  mountSite('/complaints');
  await screen.findByRole('heading', { level: 1, name: 'Complaints' });
}

beforeEach(() => setDisconnected('user'));

describe('the complaints page', () => {
  it('says by when we answer, who decides and what comes after, and marks what is missing', async () => {
    const calls = fakeApi({});
    await open();
    const steps = within(screen.getByRole('list', { name: 'What happens next' }));
    expect(steps.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'We confirm by email that we have it, with its number, within 2 business days.',
      'A person looks into it and decides, never a program. It costs you nothing.',
      'We answer within 8 weeks: whether we agree, why, and what we do about it.',
    ]);
    send();
    expect(await screen.findByText('Please enter your name.')).toBeDefined();
    expect(screen.getByText('Please enter a valid email address')).toBeDefined();
    expect(screen.getByText('Please choose what it is about.')).toBeDefined();
    expect(screen.getByText('Please write a message.')).toBeDefined();
    expect(sent(calls)).toEqual([]);
  });

  it('shows the number of a complaint and the day by which it is answered', async () => {
    const calls = fakeApi({ [COMPLAINTS]: received });
    await open();
    enter('Name', 'Ada Lovelace');
    enter('Email', 'ada@example.org');
    await choose('How a claim was decided');
    enter('Policy or claim', 'CLM-007');
    enter('What went wrong, and what should we do?', 'The roof is covered.');
    send();
    const receipt = await screen.findByText('CMP-007');
    expect(receipt.closest('section')?.textContent).toContain('We answer byJanuary 15, 2027');
    expect(sent(calls)).toMatchObject([
      {
        body: {
          name: 'Ada Lovelace',
          email: 'ada@example.org',
          cause: 'claim_decision',
          reference: 'CLM-007',
          message: 'The roof is covered.',
        },
      },
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Send another complaint' }));
    expect(field('Name').value).toBe('');
  });

  it('a message of the contact form becomes a complaint by a switch, with what was written', async () => {
    const calls = fakeApi({ [COMPLAINTS]: received });
    mountSite('/contact');
    await screen.findByRole('heading', { level: 1, name: 'Contact' });
    const complains = screen.getByRole('switch', { name: 'It is a complaint' });
    expect(complains.getAttribute('aria-checked')).toBe('false');
    enter('Name', 'Ada Lovelace');
    enter('Email', 'ada@example.org');
    enter('Subject', 'My roof');
    enter('Message', 'The roof is covered.');
    fireEvent.click(complains);
    await choose('Something else');
    expect(field('What went wrong, and what should we do?').value).toBe('The roof is covered.');
    fireEvent.click(screen.getByRole('switch', { name: 'It is a complaint' }));
    expect([field('Subject').value, field('Message').value]).toEqual(['My roof', 'The roof is covered.']);
    fireEvent.click(screen.getByRole('switch', { name: 'It is a complaint' }));
    send();
    await screen.findByText('CMP-007');
    expect(sent(calls)).toMatchObject([
      {
        body: {
          name: 'Ada Lovelace',
          email: 'ada@example.org',
          cause: 'other',
          message: 'The roof is covered.',
        },
      },
    ]);
    expect(Object.keys(sent(calls)[0]?.body as object)).not.toContain('subject');
  });

  it('keeps what was written when the server refuses it', async () => {
    const refusal = { success: false, message: 'Five today.', code: 'rate_limited', request_id: 'r' };
    fakeApi({ [COMPLAINTS]: Response.json(refusal, { status: 429, headers: { 'retry-after': '7200' } }) });
    await open();
    enter('Name', 'Ada Lovelace');
    enter('Email', 'ada@example.org');
    await choose('Something else');
    enter('What went wrong, and what should we do?', 'The roof is covered.');
    send();
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Five today. You can send it again in 2 hours.',
    );
    expect(field('What went wrong, and what should we do?').value).toBe('The roof is covered.');
  });
});
