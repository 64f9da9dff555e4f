import { expect, test } from 'vitest';
import { rows } from '../../../test/harness.ts';

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
])('finds %s by index without sorting', async (_, index, from) => {
  const plan = await rows<{ detail: string }>(`EXPLAIN QUERY PLAN SELECT rowid FROM ${from}`);
  expect(plan.map(({ detail }) => detail.replace('COVERING ', ''))).toEqual([
    expect.stringMatching(new RegExp(`^SEARCH \\w+ USING INDEX ${index} \\(`)),
  ]);
});
