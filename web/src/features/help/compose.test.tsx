import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setDisconnected } from '#web/state/wallet-session.ts';
import { ADDRESS, begin, enter, press, serve, writes } from '#web/test/fake-inbox.ts';
import { mountSite } from '#web/test/mount.tsx';
import { thread, threadDetail } from '#web/test/sample-thread.ts';
import type { ToastCall } from '#web/ui/toast.ts';

const CREATE = 'POST /messages/create';
const created = { status: 201, data: thread({ id: 9, subject: 'A question' }) };
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send Message' });
const heading = () => screen.findByRole('heading', { level: 2, name: 'New Message' });

function choose(label: string, option: string): void {
  fireEvent.keyDown(screen.getByRole('combobox', { name: label }), { key: 'Enter' });
  fireEvent.keyDown(screen.getByRole('option', { name: option }), { key: 'Enter' });
}

let toasts: ToastCall[] = [];

beforeEach(() => {
  toasts = begin();
});
afterEach(() => setDisconnected('user'));

describe('New Message', () => {
  it('a new message needs a subject and content, and defaults to general with medium priority @messages-5 @messages-18', async () => {
    serve({ threads: [] });
    mountSite('/messages');
    await screen.findByText('No messages found');
    press('New Message');
    await heading();
    expect(field('Message').getAttribute('rows')).toBe('6');
    expect(screen.getByRole('combobox', { name: 'Type' }).textContent).toBe('General');
    expect(screen.getByRole('combobox', { name: 'Priority' }).textContent).toBe('Medium');
    expect(send().disabled).toBe(true);
    enter('Subject', 'A question');
    enter('Message', '   ');
    expect(send().disabled).toBe(true);
    enter('Message', 'How?');
    expect(send().disabled).toBe(false);
    enter('Subject', ' ');
    expect(send().disabled).toBe(true);
  });

  it('a new message is sent trimmed with its type and priority, and the list reloads @messages-19 @messages-30', async () => {
    const inbox = { threads: [thread({ subject: 'Older' })] };
    const calls = serve(inbox, {
      [CREATE]: () => {
        inbox.threads = [created.data, ...inbox.threads];
        return created;
      },
    });
    const { router } = mountSite('/messages?compose=1');
    await heading();
    enter('Subject', ' A question ');
    enter('Message', ' How?\nAnd when? ');
    choose('Type', 'Billing');
    choose('Priority', 'High');
    fireEvent.click(send());
    expect(await screen.findByText('A question')).toBeDefined();
    expect(screen.getByText('Select a message to view its content')).toBeDefined();
    expect(router.state.location.href).toBe('/messages');
    expect(toasts).toMatchObject([{ kind: 'success', message: 'Message sent successfully' }]);
    expect(writes(calls)).toMatchObject([
      {
        path: '/messages/create',
        body: {
          wallet_address: ADDRESS,
          subject: 'A question',
          message: 'How?\nAnd when?',
          type: 'billing',
          priority: 'high',
        },
      },
    ]);
    press('New Message');
    await heading();
    expect(field('Subject').value).toBe('');
    expect(screen.getByRole('combobox', { name: 'Type' }).textContent).toBe('General');
  });

  it('a new message that could not be sent keeps its content and says why @messages-20', async () => {
    serve({ threads: [] }, { [CREATE]: { status: 422, message: 'There is no such policy.' } });
    mountSite('/messages?compose=1');
    await heading();
    enter('Subject', 'A question');
    enter('Message', 'How?');
    fireEvent.click(send());
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('Failed to send messageThere is no such policy.');
    expect([field('Subject').value, field('Message').value]).toEqual(['A question', 'How?']);
    expect(toasts).toEqual([]);
  });

  it('a new message from a policy starts with the policy attached and a subject @messages-21', async () => {
    const calls = serve({ threads: [] }, { [CREATE]: created });
    mountSite('/messages?compose=1&policy=7&subject=Change%20of%20POL-007');
    await heading();
    expect(screen.getByText('POL-007')).toBeDefined();
    expect(field('Subject').value).toBe('Change of POL-007');
    enter('Message', 'A later start, please.');
    fireEvent.click(send());
    await waitFor(() => expect(writes(calls)).toHaveLength(1));
    expect(writes(calls)[0]?.body).toMatchObject({ policy_id: 7, subject: 'Change of POL-007' });
  });

  it('the attached policy can be removed from a new message @messages-21', async () => {
    const calls = serve({ threads: [] }, { [CREATE]: created });
    const { router } = mountSite('/messages?compose=1&policy=7');
    await heading();
    press('Remove POL-007');
    await waitFor(() => expect(screen.queryByText('POL-007')).toBeNull());
    expect(router.state.location.href).toBe('/messages?compose=1');
    enter('Subject', 'A question');
    enter('Message', 'How?');
    fireEvent.click(send());
    await waitFor(() => expect(writes(calls)).toHaveLength(1));
    expect(writes(calls)[0]?.body).not.toHaveProperty('policy_id');
  });

  it('a new message about a claim joins the claim’s conversation @messages-21', async () => {
    const calls = serve({ threads: [] }, { [CREATE]: created });
    mountSite('/messages?compose=1&claim=3');
    await heading();
    expect(screen.getByText('It joins the conversation about CLM-003.')).toBeDefined();
    expect(screen.queryByRole('combobox', { name: 'Priority' })).toBeNull();
    enter('Subject', 'A photo');
    enter('Message', 'It follows.');
    fireEvent.click(send());
    await waitFor(() => expect(writes(calls)).toHaveLength(1));
    expect(writes(calls)[0]?.body).toMatchObject({ claim_id: 3, type: 'claim' });
  });

  it('an unfinished message survives reading another one, and no link overwrites it @messages-24', async () => {
    serve({ threads: [thread()], open: threadDetail() });
    const { router } = mountSite('/messages?compose=1');
    await heading();
    enter('Subject', 'My own subject');
    enter('Message', 'Half a');
    fireEvent.click(await screen.findByText('Is my garage covered?'));
    await screen.findByRole('log');
    await router.navigate({
      to: '/messages',
      search: { compose: 1, policy: 7, subject: 'Change of POL-007' },
    });
    await heading();
    expect([field('Subject').value, field('Message').value]).toEqual(['My own subject', 'Half a']);
    press('Cancel');
    expect(await screen.findByText('Select a message to view its content')).toBeDefined();
  });
});
