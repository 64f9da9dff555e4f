import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeApi } from '#web/test/fake-api.ts';
import { mount } from '#web/test/mount.tsx';
import { KeepAnswers } from './keep-answers.tsx';

const ADDRESS = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
const contact = { name: 'Ada Holm', telephone: '+1 207 555 0114', email: 'ada@example.com' };
const PROFILE = {
  name: 'Ada Holm',
  email: 'ada@example.com',
  email_confirmed: false,
  phone: '+1 207 555 0114',
  avatar_url: null,
  wallet_address: ADDRESS,
  member_since: '2026-11-21T10:00:00.000Z',
  total_policies: 1,
  total_claims: 0,
  notifications: {
    email_notifications: true,
    sms_notifications: false,
    push_notifications: false,
    marketing_emails: false,
  },
  unavailable: { sms_notifications: null, push_notifications: null },
  push_public_key: null,
  activity_log: [],
};
const OFFER = /Keep your name, phone number and email address in your profile\?/;

describe('the offer to keep contact details', () => {
  it('saves them in the profile, and then is gone', async () => {
    let saved = false;
    const calls = fakeApi({
      'GET /profile/answers': () => ({ data: { contact, fields: {}, in_profile: saved } }),
      'PATCH /profile': () => {
        saved = true;
        return { data: PROFILE };
      },
    });
    mount(<KeepAnswers address={ADDRESS} />);
    await screen.findByText(OFFER);
    fireEvent.click(screen.getByRole('button', { name: 'Keep in my profile' }));
    await waitFor(() => expect(screen.queryByText(OFFER)).toBeNull());
    expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
      name: 'Ada Holm',
      email: 'ada@example.com',
      phone: '+1 207 555 0114',
    });
  });

  it('is not made to somebody who has a profile', async () => {
    const calls = fakeApi({ 'GET /profile/answers': { data: { contact, fields: {}, in_profile: true } } });
    mount(<KeepAnswers address={ADDRESS} />);
    await waitFor(() => expect(calls.some(({ path }) => path === '/profile/answers')).toBe(true));
    expect(screen.queryByText(OFFER)).toBeNull();
  });
});
