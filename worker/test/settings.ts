/** The settings as administrators read and change them, and what is stored of them. */
import type { ApprovalEntry } from '#domain/admin/approvals-schema.ts';
import type { SettingsAnswer } from '#domain/admin/settings-schema.ts';
import type { Admin } from './admin.ts';
import { type Answer, type Customer, rows, term } from './harness.ts';

export type Change = { version: number; waiting: string[] };

export const read = async (by: Admin) => (await by.call<SettingsAnswer>('/admin/settings')).data;

export const change = (
  by: Admin,
  form: string,
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<Answer<Change>> => by.call<Change>(`/admin/settings/${form}`, { method: 'PATCH', body, headers });

export const approvals = async (by: Admin) => (await by.call<ApprovalEntry[]>('/admin/approvals')).data;

export const decide = (by: Admin, id: string | undefined, how: 'confirm' | 'refuse') =>
  by.call<null>(`/admin/approvals/${id}/${how}`, { method: 'POST' });

export const stored = async (key: string) =>
  (await rows<{ value: string }>('SELECT value FROM system_settings WHERE key = ?', key))[0]?.value;

/** Sets a setting past all rules. */
export const put = (key: string, value: string) =>
  rows('UPDATE system_settings SET value = ?, version = version + 1 WHERE key = ? RETURNING key', value, key);

export const lines = (subject: string) =>
  rows<{ action: string; admin_id: number; before: string | null; after: string | null }>(
    'SELECT action, admin_id, before, after FROM audit_log WHERE subject = ? ORDER BY id',
    subject,
  );

export async function policy(by: Customer, from = 0): Promise<{ id: number; status: string }> {
  const quote = await by.quote(term(30, from));
  return (await by.report(await by.pay(quote.data))).data;
}
