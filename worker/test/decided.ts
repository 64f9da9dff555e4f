/** A claim at the desk: deciding, preparing and reporting its payment, and what is stored of it. */

import type { AdminClaim } from '#worker/admin/claims/present.ts';
import type { PreparedPayout } from '#worker/settlement/payouts/payout.ts';
import { Admin } from './admin.ts';
import { claimed, messagesOf, submit } from './claims.ts';
import { CLAIMS, evmCall, insured } from './desk.ts';
import { type Answer, chain, rows, scanFromHere } from './harness.ts';

/** The chain read from here on, and two administrators who are nobody to each other. */
export async function twoAtTheDesk(): Promise<{ hedy: Admin; grace: Admin }> {
  await scanFromHere();
  const [hedy, grace] = await Promise.all([Admin.arrive('Hedy Lamarr'), Admin.arrive('Grace Hopper')]);
  return { hedy, grace };
}

/** A transaction that no chain knows. */
export const UNKNOWN = `0x${'7f'.repeat(32)}`;

export const decide = (
  admin: Admin,
  id: number,
  status: string,
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Answer<AdminClaim>> =>
  admin.call<AdminClaim>(`/admin/claims/${id}/status`, {
    method: 'PATCH',
    body: { status, ...more },
    headers,
  });
export const prepare = (admin: Admin, id: number, headers: Record<string, string> = {}) =>
  admin.call<PreparedPayout>(`/admin/claims/${id}/payout`, { method: 'POST', headers });
export const report = (
  admin: Admin,
  id: number,
  transaction_hash: string,
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) => admin.call<AdminClaim>(`/admin/claims/${id}/payment`, { body: { transaction_hash, ...more }, headers });
export const stateOf = async (id: number) =>
  (await rows<Record<string, unknown>>('SELECT * FROM claims WHERE id = ?', id))[0] ?? {};
export const logged = (id: number) =>
  rows<{ admin_id: number; action: string }>(
    'SELECT admin_id, action FROM audit_log WHERE subject = ? ORDER BY id',
    `claim:${id}`,
  );
export const actions = async (id: number) => (await logged(id)).map(({ action }) => action);
export const lastMessage = async (id: number) => (await messagesOf(id)).at(-1);

/** An approved claim whose payout needs only one administrator. */
export async function approvedBy(admin: Admin, ...parameters: Parameters<typeof claimed>) {
  const all = await claimed(...parameters);
  const { status } = await decide(admin, all.claim.id, 'approved');
  if (status !== 200) throw new Error(`The approval answers ${status}`);
  return all;
}

/** Runs while the default chain mines nothing; pending transactions are mined afterwards. */
export async function unmined<Result>(run: () => Promise<Result>): Promise<Result> {
  await chain.setAutomine(false);
  try {
    return await run();
  } finally {
    await chain.mine({ blocks: 1 });
    await chain.setAutomine(true);
  }
}

/** Two claims of one policy with the same day and dollars, both approved. */
export async function approvedTwins(admin: Admin) {
  const { customer, policy } = await insured();
  const one = (await submit(customer, policy, { description: 'The first of two alike.' })).data;
  const two = (await submit(customer, policy, { description: 'The second of two alike.' })).data;
  for (const { id } of [one, two]) await decide(admin, id, 'approved');
  return { policy, twins: [one, two] as const };
}

export const sendUnmined = (ready: Parameters<typeof evmCall>[0]) =>
  chain.sendTransaction({
    account: CLAIMS,
    chain: chain.chain,
    ...evmCall(ready),
    gas: 400_000n,
  });
