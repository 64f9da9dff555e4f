import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { inWords } from '#web/lib/api/errors.ts';
import { setDisconnected } from '#web/state/wallet-session.ts';
import { type ApiCall, fakeApi } from '#web/test/fake-api.ts';
import { mountSite } from '#web/test/mount.tsx';
import { type ToastCall, takeDelivery } from '#web/ui/toast.ts';

const CONTACT = 'POST /contact';
const received = { status: 201, data: { received_at: '2026-11-21T12:00:00.000Z' } };
const ENTERED = {
  Name: 'Ada Lovelace',
  Email: 'ada@example.org',
  Subject: 'A question',
  Message: 'Do you cover engines?',
};
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const values = () => Object.keys(ENTERED).map((label) => field(label).value);
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send Message' }));
const sent = (calls: ApiCall[]) => calls.filter(({ path }) => path === '/contact');

async function open(): Promise<void> {
  mountSite('/contact');
  await screen.findByRole('heading', { level: 1, name: 'Contact' });
}

function fill(): void {
  for (const [label, value] of Object.entries(ENTERED)) {
    fireEvent.change(field(label), { target: { value } });
  }
}

let toasts: ToastCall[] = [];

beforeEach(() => {
  toasts = [];
  takeDelivery((call) => toasts.push(call));
  setDisconnected('user');
});

describe('the contact page', () => {
  it('the contact page is public and names the other channels with their response times @contact-1', async () => {
    fakeApi({});
    await open();
    expect(screen.getByRole('link', { name: 'support@mooring.example' }).getAttribute('href')).toBe(
      'mailto:support@mooring.example',
    );
    for (const words of ['answered within 24 hours', 'answered within 4 hours', 'Mon-Fri 9AM-6PM EST']) {
      expect(screen.getByText(words)).toBeDefined();
    }
    expect(screen.getByText(/a person answers within 24 hours/)).toBeDefined();
  });

  it('a pasted transaction hash offers to look it up, and nothing else does', async () => {
    fakeApi({});
    await open();
    const hash = `0x${'a1'.repeat(32)}`;
    const write = (value: string) => fireEvent.change(field('Message'), { target: { value } });
    for (const other of ['', hash.slice(0, -1), `${hash}b`]) {
      write(`I paid: ${other}`);
      expect(screen.queryByRole('link', { name: 'Look it up' })).toBeNull();
    }
    write(`I paid: ${hash}. Where is my policy?`);
    const link = await screen.findByRole('link', { name: 'Look it up' });
    expect(link.getAttribute('href')).toBe(`/find-payment?tx=${hash}`);
  });

  it('the contact form marks all four missing fields and sends nothing @contact-2', async () => {
    const calls = fakeApi({});
    await open();
    send();
    expect(await screen.findByText('Please enter your name.')).toBeDefined();
    expect(screen.getByText('Please enter a valid email address')).toBeDefined();
    expect(screen.getByText('Please enter a subject.')).toBeDefined();
    expect(screen.getByText('Please write a message.')).toBeDefined();
    expect(field('Name').getAttribute('aria-invalid')).toBe('true');
    fill();
    fireEvent.change(field('Email'), { target: { value: 'nobody' } });
    send();
    await screen.findByText('Please enter a valid email address');
    expect(sent(calls)).toEqual([]);
  });

  it('the contact form shows Sending..., thanks the sender and clears @contact-3', async () => {
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    const calls = fakeApi({
      [CONTACT]: async () => {
        await held;
        return received;
      },
    });
    await open();
    fill();
    send();
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Sending...' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    release();
    await waitFor(() => expect(values()).toEqual(['', '', '', '']));
    expect(toasts).toMatchObject([
      { kind: 'success', message: "Message sent successfully! We'll get back to you soon." },
    ]);
    expect(sent(calls)).toMatchObject([
      {
        body: {
          name: 'Ada Lovelace',
          email: 'ada@example.org',
          subject: 'A question',
          message: 'Do you cover engines?',
        },
      },
    ]);
    expect(screen.queryByText('Please enter your name.')).toBeNull();
  });

  it('the contact form keeps its values and shows the server’s error at the field @contact-4', async () => {
    const message = 'Please check the form.';
    fakeApi({
      [CONTACT]: { status: 422, message, issues: [{ path: 'email', message: 'This address is none.' }] },
    });
    await open();
    fill();
    send();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe(`Your message was not sent${message}`);
    expect(screen.getByText('This address is none.')).toBeDefined();
    expect(values()).toEqual(Object.values(ENTERED));
    expect(toasts).toEqual([]);
  });

  it('the contact form says how long to wait after too many messages @contact-4', async () => {
    const refusal = {
      success: false,
      message: 'We have 5 messages from this address today.',
      code: 'rate_limited',
      request_id: 'r',
    };
    fakeApi({ [CONTACT]: Response.json(refusal, { status: 429, headers: { 'retry-after': '7200' } }) });
    await open();
    fill();
    send();
    expect((await screen.findByRole('alert')).textContent).toContain(
      'We have 5 messages from this address today. You can send it again in 2 hours.',
    );
    expect(values()).toEqual(Object.values(ENTERED));
  });

  it('the contact form keeps its values when the server cannot be reached @contact-4', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const silent = () => Promise.reject(new TypeError('fetch failed'));
    fakeApi({ [CONTACT]: silent }, silent);
    await open();
    fill();
    send();
    await screen.findByRole('button', { name: 'Sending...' });
    await vi.advanceTimersByTimeAsync(5_000);
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Backend server is not responding. Please try again later.',
    );
    expect(values()).toEqual(Object.values(ENTERED));
    vi.useRealTimers();
  });
});

describe('inWords', () => {
  it('a waiting time is rounded up to words', () => {
    expect(inWords(0)).toBe('in 1 second');
    expect(inWords(30_000)).toBe('in 30 seconds');
    expect(inWords(60_000)).toBe('in 1 minute');
    expect(inWords(61_000)).toBe('in 2 minutes');
    expect(inWords(86_400_000)).toBe('in 24 hours');
  });
});
