import { describe, expect, test } from 'vitest';
import { profileForm } from '#domain/account/profile-schema.ts';
import { claimRequest } from '#domain/claims/schema.ts';
import { messageRequest } from './schema.ts';

const THUMB = '👍🏽';

describe('forms refuse what cannot be seen', () => {
  const blank = '\u200b\u3164\u2800'.repeat(10);
  const claim = { policy_id: 1, claim_amount: 5, incident_date: '2026-11-28' };
  test.each([
    ['a name', profileForm.shape.name, blank],
    ['a name', profileForm.shape.name, `A${blank}`],
    ['a subject', messageRequest.shape.subject, blank],
    ['a message', messageRequest.shape.message, blank],
    ['a description', claimRequest.shape.description, THUMB.repeat(9)],
    ['a description', claimRequest.shape.description, `roof${blank}`],
  ])('%s of %j is refused', (_what, schema, text) => {
    expect(schema.safeParse(text).success).toBe(false);
  });

  test('ten characters that can be seen describe a claim', () => {
    const description = THUMB.repeat(10);
    expect(claimRequest.safeParse({ ...claim, description }).success).toBe(true);
  });
});
