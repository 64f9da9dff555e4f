/** The books as the API shows them. */
import { expect } from 'vitest';
import type { JournalPage, TrialBalance } from '#domain/admin/books-schema.ts';
import type { Admin } from './admin.ts';
import { ORIGIN, workerWith } from './harness.ts';

export const cents = (usd: string | null) => Math.round(Number(usd ?? 0) * 100);
const lastDay = (month: string) =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10);

/** At the end of a month. */
export async function trialBalance(admin: Admin, month: string): Promise<TrialBalance> {
  const { data, status } = await admin.call<TrialBalance>(
    `/admin/reports/trial-balance?as_of=${lastDay(month)}`,
  );
  expect(status).toBe(200);
  return data;
}
/** Balances other than zero. */
export const balances = ({ accounts }: TrialBalance) =>
  Object.fromEntries(
    accounts.map(({ account, balance }) => [account, cents(balance)]).filter(([, balance]) => balance !== 0),
  );

/** Every entry of a month, page by page. */
export async function journal(admin: Admin, month: string, limit = 200) {
  const entries: JournalPage['entries'] = [];
  let cursor = '';
  let last: JournalPage['pagination'];
  do {
    const { data, status } = await admin.call<JournalPage>(
      `/admin/reports/journal?month=${month}&limit=${limit}${cursor && `&cursor=${cursor}`}`,
    );
    expect(status).toBe(200);
    entries.push(...data.entries);
    last = data.pagination;
    cursor = last.next_cursor ?? '';
  } while (cursor);
  return { entries, last };
}
/** Cents by account of some entries, without accounts at zero. */
export function sumsOf(entries: JournalPage['entries']): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { account, debit, credit } of entries.flatMap(({ lines }) => lines))
    sums[account] = (sums[account] ?? 0) + cents(debit) - cents(credit);
  return Object.fromEntries(Object.entries(sums).filter(([, each]) => each !== 0));
}

/** The lines of a CSV file none of whose cells has a comma. */
export async function csvAt(admin: Admin, path: string): Promise<Record<string, string>[]> {
  const answer = await workerWith({})(
    new Request(`${ORIGIN}/api/admin${path}`, {
      headers: { authorization: `Bearer ${admin.token}`, 'cf-connecting-ip': '2001:db8:b::1' },
    }),
  );
  expect(answer.status).toBe(200);
  const [titles = '', ...lines] = (await answer.text()).replace('\u{feff}', '').trim().split('\r\n');
  const names = titles.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [names[index], cell])));
}
/** A file of the books. */
export const csv = (admin: Admin, file: string, month: string) =>
  csvAt(admin, `/reports/books/export?file=${file}&month=${month}`);

/** The sum of a column, in cents. */
export const column = (lines: readonly Record<string, string>[], name: string) =>
  lines.reduce((sum, line) => sum + cents(line[name] || '0'), 0);
