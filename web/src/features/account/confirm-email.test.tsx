import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mount } from '#web/test/mount.tsx';
import { ConfirmEmail } from './email-links.tsx';

const TOKEN = 'a-token-of-a-letter-0123456789';
const confirmed = { success: true, data: { email: 'ada@example.org', confirmed_at: '2027-03-10T15:00:00Z' } };
const bodies: unknown[] = [];

function answer(...answers: [body: unknown, status: number][]) {
  let next = 0;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    // A screen of an earlier test may still report its visit.
    if (!url.endsWith('/account/email/confirm')) return new Response(null, { status: 404 });
    bodies.push(JSON.parse(String(init?.body)));
    const [body, status] = answers[Math.min(next++, answers.length - 1)] ?? [null, 500];
    return Response.json(body, { status });
  });
}

beforeEach(() => {
  bodies.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

describe('ConfirmEmail', () => {
  it('submits the token once and names the confirmed address', async () => {
    answer([confirmed, 200]);
    mount(<ConfirmEmail token={TOKEN} />);
    expect(await screen.findByText('ada@example.org is confirmed.')).toBeDefined();
    expect(bodies).toEqual([{ token: TOKEN }]);
  });

  it('does not submit the token again when the page re-renders', async () => {
    answer([confirmed, 200]);
    function Page() {
      const [round, setRound] = useState(1);
      return (
        <>
          <ConfirmEmail key={round} token={TOKEN} />
          <button type="button" onClick={() => setRound(round + 1)}>
            Render again
          </button>
        </>
      );
    }
    mount(<Page />);
    await screen.findByText('ada@example.org is confirmed.');
    fireEvent.click(screen.getByRole('button', { name: 'Render again' }));
    expect(screen.getByText('ada@example.org is confirmed.')).toBeDefined();
    // Any request of the second render has been sent after this turn.
    await new Promise((resolve) => setTimeout(resolve));
    expect(bodies).toEqual([{ token: TOKEN }]);
  });

  it('reassures a customer whose link was already used', async () => {
    const message = 'This link was used already: its address was confirmed with it.';
    answer([{ success: false, message, code: 'conflict', request_id: 'r' }, 409]);
    mount(<ConfirmEmail token={TOKEN} />);
    expect(await screen.findByText(`${message} There is nothing left to do.`)).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('explains why an expired link fails and what to do next @nav-13', async () => {
    const message = 'This link has expired or is not complete.';
    answer([{ success: false, message, code: 'not_found', request_id: 'r' }, 404]);
    mount(<ConfirmEmail token={TOKEN} />);
    expect(await screen.findByText(message)).toBeDefined();
    expect(screen.getByText(/To get a new link, open your policy/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'See My Policies' }).getAttribute('href')).toBe('/my-policies');
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
  });

  it('sends no request when the link has no token', () => {
    const fetch = vi.fn();
    vi.stubGlobal('fetch', fetch);
    mount(<ConfirmEmail token={null} />);
    expect(screen.getByText('This link is not complete')).toBeDefined();
    expect(fetch).not.toHaveBeenCalled();
  });

  it('lets the customer try again after a server error, because the link is still valid', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const broken: [unknown, number] = [{ success: false, message: 'Something went wrong.' }, 500];
    answer(broken, broken, broken, [confirmed, 200]);
    mount(<ConfirmEmail token={TOKEN} />);
    await vi.advanceTimersByTimeAsync(5_000);
    fireEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(screen.getByText('ada@example.org is confirmed.')).toBeDefined());
  });
});
