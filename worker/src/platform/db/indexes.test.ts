import { expect, test } from 'vitest';
import { rows } from '../../../test/harness.ts';

const kid = (column: string) => `substr(${column}, 1, instr(${column}, '.') - 1) = '1'`;

test.each([
  ['a wallet’s drafts, oldest first', 'drafts_wallet', "drafts WHERE wallet = 'w' ORDER BY created_at"],
  ['a wallet’s email tokens', 'email_verifications_wallet', "email_verifications WHERE wallet = 'w'"],
  [
    'a wallet’s live quotes',
    'quotes_live',
    "quotes WHERE wallet = 'w' AND valid_until > 't' AND purge_at IS NOT NULL",
  ],
  ['login failures that no longer count', 'login_failures_age', "login_failures WHERE last_at < 't'"],
  ['failures at accounts that no longer count', 'account_failures_age', "account_failures WHERE since < 't'"],
  [
    'clients of administrators to be forgotten',
    'admin_clients_expiry',
    "admin_clients WHERE expires_at < 't'",
  ],
  [
    'an administrator’s sessions',
    'admin_sessions_admin',
    'admin_sessions WHERE admin_id = 1 ORDER BY created_at',
  ],
  ['pictures to be swept', 'unreferenced_avatars_due', "unreferenced_avatars WHERE delete_after <= 't'"],
  ['drafts under a details key', 'drafts_key', `drafts WHERE ${kid('sealed')} AND rowid > 0 ORDER BY rowid`],
  ['quotes under a details key', 'quotes_key', `quotes WHERE ${kid('sealed')} AND rowid > 0 ORDER BY rowid`],
  [
    'beneficiaries under a details key',
    'policy_contacts_beneficiary_key',
    `policy_contacts WHERE ${kid('beneficiary')}`,
  ],
  [
    'nicknames under a details key',
    'policy_contacts_nickname_key',
    `policy_contacts WHERE ${kid('nickname')}`,
  ],
  [
    'telephones under a details key',
    'policy_contacts_telephone_key',
    `policy_contacts WHERE ${kid('telephone')}`,
  ],
  ['profiles under a details key', 'profiles_key', `profiles WHERE ${kid('phone')}`],
  ['browsers under a details key', 'push_subscriptions_key', `push_subscriptions WHERE ${kid('sealed')}`],
  ['webhooks under a details key', 'webhooks_key', `webhooks WHERE ${kid('sealed_secret')}`],
  ['calls under a details key', 'claim_calls_key', `claim_calls WHERE ${kid('sealed')}`],
])('finds %s by index without sorting', async (_, index, from) => {
  const plan = await rows<{ detail: string }>(`EXPLAIN QUERY PLAN SELECT rowid FROM ${from}`);
  expect(plan.map(({ detail }) => detail.replace('COVERING ', ''))).toEqual([
    expect.stringMatching(new RegExp(`^SEARCH \\w+ USING INDEX ${index} \\(`)),
  ]);
});
