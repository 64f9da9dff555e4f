import * as z from 'zod';
import type { AuditLogEntry, SubjectKind } from '#domain/admin/records-schema.ts';
import type { Ctx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { insertAuditLog, type TrailRow } from './repository.ts';

interface AuditLogLine {
  /** The action, such as `claim.approved`. */
  action: string;
  /** Table and id, such as `claim:12`. */
  subject: string;
  /** Old and new values of what changed; ids are the only personal data. */
  before?: unknown;
  after?: unknown;
}

/** Statement that logs an administrator's action, for the batch of the write itself. */
export function auditLogLine(
  ctx: Pick<Ctx, 'db' | 'clock' | 'requestId'> & { admin: { id: number } },
  { action, subject, before, after }: AuditLogLine,
): Statement {
  const json = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value));
  return insertAuditLog(ctx.db, {
    admin_id: ctx.admin.id,
    action,
    subject,
    before: json(before),
    after: json(after),
    at: new Date(ctx.clock()).toISOString(),
    request_id: ctx.requestId,
  });
}

const SCREENS: Readonly<Partial<Record<SubjectKind, string>>> = {
  user: 'users',
  policy: 'policies',
  claim: 'claims',
  thread: 'messages',
  exception: 'exceptions',
};
const OPERATOR = 'Operator (command line)';
const SERVERS = 'Our servers';
/** Lines without an administrator that our servers write; every other one is the operator's. */
const OURS = [
  ...['admin.sign_in_failed', 'admin.session_expired'],
  ...['policy.withdrawal_received', 'policy.withdrawal_closed', 'policy.withdrawal_consented'],
];
const nameless = (action: string) =>
  action.startsWith('chain.') || OURS.includes(action) ? SERVERS : OPERATOR;

/** Where a record is at the desk; null when it has no screen. */
export function deskLink(subject: string): string | null {
  const at = subject.indexOf(':');
  const screen = SCREENS[subject.slice(0, at) as SubjectKind];
  return screen === undefined ? null : `/admin/${screen}?open=${encodeURIComponent(subject.slice(at + 1))}`;
}

const values = z.record(z.string(), z.unknown());
const read = (json: string | null) => {
  if (json === null) return null;
  const parsed = values.safeParse(JSON.parse(json));
  return parsed.success ? parsed.data : null;
};

/** An audit log line on the record that it is about. */
export const presentLine = (row: TrailRow): AuditLogEntry => ({
  ...row,
  link: deskLink(row.subject),
  admin_name: row.admin_id === 0 ? nameless(row.action) : (row.adminName ?? ''),
  before: read(row.before),
  after: read(row.after),
});
