import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  type DeliveryAnswer,
  MAX_WEBHOOKS,
  WEBHOOK_EVENTS,
  type WebhookAnswer,
} from '#domain/webhooks/schema.ts';
import { type ApiCall, fakeApi } from '#web/test/fake-api.ts';
import { mount } from '#web/test/mount.tsx';
import { WebhooksCard } from './webhooks-card.tsx';

const ADDRESS = `0x${'9'.repeat(40)}`;
const hook = (id = 'w1'): WebhookAnswer => ({
  id,
  url: `https://example.org/${id}`,
  events: ['claim.paid'],
  created_at: '2026-11-20T10:00:00.000Z',
});
const delivery = (changes: Partial<DeliveryAnswer> = {}): DeliveryAnswer => ({
  id: 'd1',
  event_id: 'evt_1',
  event: 'claim.paid',
  state: 'failed',
  attempts: 8,
  response_status: 500,
  problem: 'The server answered 500.',
  created_at: '2026-11-20T10:00:00.000Z',
  next_attempt_at: null,
  delivered_at: null,
  ...changes,
});

const show = () => mount(<WebhooksCard address={ADDRESS} />);
const writes = (calls: ApiCall[]) => calls.filter(({ method }) => method !== 'GET');
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

describe('webhooks', () => {
  it('there are no webhooks at first', async () => {
    fakeApi({ 'GET /webhooks': { data: [] } });
    show();
    expect(await screen.findByText('No webhooks yet.')).toBeDefined();
  });

  it('a new webhook has the chosen events and shows its secret once @webhooks-2', async () => {
    const list: WebhookAnswer[] = [];
    const calls = fakeApi({
      'GET /webhooks': () => ({ data: list }),
      'POST /webhooks': () => {
        list.push(hook());
        return { status: 201, data: { ...hook(), secret: 'whsec_c2VjcmV0' } };
      },
    });
    show();
    await press('Add a webhook…');
    fireEvent.change(await screen.findByLabelText('Address'), {
      target: { value: 'https://example.org/w1' },
    });
    fireEvent.click(screen.getByRole('checkbox', { name: 'policy.created' }));
    await press('Add webhook');
    expect(await screen.findByText('whsec_c2VjcmV0')).toBeDefined();
    expect(writes(calls)[0]?.body).toEqual({
      url: 'https://example.org/w1',
      events: WEBHOOK_EVENTS.filter((event) => event !== 'policy.created'),
    });
    await press('Done');
    expect(await screen.findByText('https://example.org/w1')).toBeDefined();
    expect(screen.queryByText('whsec_c2VjcmV0')).toBeNull();
  });

  it('a repeated request, whose answer holds no secret, says how to get one', async () => {
    fakeApi({
      'GET /webhooks': { data: [] },
      'POST /webhooks': { status: 201, data: { ...hook(), secret: null } },
    });
    show();
    await press('Add a webhook…');
    fireEvent.change(screen.getByLabelText('Address'), { target: { value: 'https://example.org/w1' } });
    await press('Add webhook');
    expect(
      await screen.findByText(/is not shown again\. If you did not get it, delete the webhook/),
    ).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Copy secret' })).toBeNull();
  });

  it('a webhook without a valid URL or an event is rejected before it is sent', async () => {
    const calls = fakeApi({ 'GET /webhooks': { data: [] } });
    show();
    await press('Add a webhook…');
    for (const event of WEBHOOK_EVENTS) fireEvent.click(screen.getByRole('checkbox', { name: event }));
    await press('Add webhook');
    expect(await screen.findByText('Please enter a web address that begins with https://.')).toBeDefined();
    expect(screen.getByText('Please choose at least one event.')).toBeDefined();
    expect(writes(calls)).toEqual([]);
  });

  it('a webhook that the server rejects keeps its values with the error at the field', async () => {
    const issues = [{ path: 'url', message: 'This address is in a private network.' }];
    fakeApi({
      'GET /webhooks': { data: [] },
      'POST /webhooks': { status: 422, message: 'Please check the address.', issues },
    });
    show();
    await press('Add a webhook…');
    const address = screen.getByLabelText<HTMLInputElement>('Address');
    fireEvent.change(address, { target: { value: 'https://10.0.0.1/x' } });
    await press('Add webhook');
    expect(await screen.findByText('This address is in a private network.')).toBeDefined();
    expect(address.value).toBe('https://10.0.0.1/x');
  });

  it('there can be at most five webhooks', async () => {
    fakeApi({ 'GET /webhooks': { data: Array.from({ length: MAX_WEBHOOKS }, (_, n) => hook(`w${n}`)) } });
    show();
    expect(await screen.findByRole('button', { name: 'Add a webhook…' })).toHaveProperty('disabled', true);
    expect(screen.getByText('A wallet has at most 5.')).toBeDefined();
  });

  it('a webhook is removed only after confirmation', async () => {
    let list = [hook()];
    const calls = fakeApi({
      'GET /webhooks': () => ({ data: list }),
      'DELETE /webhooks/w1': () => {
        list = [];
        return { data: null };
      },
    });
    show();
    await press('Remove…');
    expect(writes(calls)).toEqual([]);
    await press('Remove');
    expect(await screen.findByText('No webhooks yet.')).toBeDefined();
  });

  it('a webhook shows each delivery’s result and can resend it @webhooks-2', async () => {
    let log = [
      delivery(),
      delivery({
        id: 'd2',
        state: 'delivered',
        attempts: 1,
        response_status: 204,
        problem: null,
        delivered_at: '2026-11-20T10:00:01.000Z',
      }),
    ];
    const calls = fakeApi({
      'GET /webhooks': { data: [hook()] },
      'GET /webhooks/w1/deliveries': () => ({ data: log }),
      'POST /webhooks/w1/deliveries/d1/redeliver': () => {
        log = [delivery({ state: 'pending', attempts: 0, problem: null }), ...log.slice(1)];
        return { data: log[0] };
      },
    });
    show();
    await press('Deliveries');
    const items = within(await screen.findByRole('list', { name: 'Deliveries' })).getAllByRole('listitem');
    expect(items[0]?.textContent).toMatch(/claim\.paidFailed.*The server answered 500\. 8 attempts\./);
    expect(items[1]?.textContent).toMatch(/Delivered.*Answered 204 after 1 attempt\./);
    fireEvent.click(within(items[0] as HTMLElement).getByRole('button', { name: 'Send again' }));
    expect(await screen.findByText('Pending')).toBeDefined();
    expect(writes(calls)).toHaveLength(1);
    await waitFor(() =>
      expect(screen.getAllByRole('button', { name: 'Send again' })[0]).toHaveProperty('disabled', true),
    );
  });
});
