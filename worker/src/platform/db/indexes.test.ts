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
  ['failed sign-ins that no longer count', 'sign_in_failures_age', "sign_in_failures WHERE at < 't'"],
  ['what has expired', 'tokens_expiry', "tokens WHERE expires_at < 't'"],
  [
    'letters that are due',
    'outbox_due',
    "outbox WHERE state IN ('awaiting_confirmation', 'queued') AND state = 'queued' AND next_attempt_at < 't'",
  ],
  [
    'letters that may be deleted',
    'outbox_done',
    "outbox WHERE state IN ('sent', 'failed') AND channel = 'push' AND state = 'sent' AND next_attempt_at < 't'",
  ],
  [
    'calls of a webhook, newest first',
    'outbox_target',
    "outbox WHERE channel = 'webhook' AND target = 'w' ORDER BY created_at DESC, id DESC",
  ],
  [
    'events without their confirmations',
    'chain_events_status',
    "chain_events WHERE status <> 'confirmed' AND chain_id = '1' AND status = 'unconfirmed' ORDER BY block_number",
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
