import * as z from 'zod';
import { type AuditLogEntry, DESK_RECORDS } from '#domain/admin/records-schema.ts';
import type { AuditLogRow } from './repository.ts';

const SCREENS = new Map<string, string>(Object.entries(DESK_RECORDS).map(([list, record]) => [record, list]));
/** Whoever did something and is no administrator. */
const OTHERS: Readonly<Record<AuditLogRow['actor_kind'], string>> = {
  admin: '',
  customer: 'Customer',
  operator: 'Operator (command line)',
  server: 'Our servers',
};

/** Where a record is at the desk; null when it has no screen. */
export function deskLink(subject: string): string | null {
  const at = subject.indexOf(':');
  const screen = SCREENS.get(subject.slice(0, at));
  return screen === undefined ? null : `/admin/${screen}?open=${encodeURIComponent(subject.slice(at + 1))}`;
}

const values = z.record(z.string(), z.unknown());
const read = (json: string | null) => {
  if (json === null) return null;
  const parsed = values.safeParse(JSON.parse(json));
  return parsed.success ? parsed.data : null;
};

/** An audit log line on the record that it is about. */
export const presentLine = (row: AuditLogRow): AuditLogEntry => ({
  ...row,
  link: deskLink(row.subject),
  admin_name: row.admin_name ?? OTHERS[row.actor_kind],
  before: read(row.before),
  after: read(row.after),
});
