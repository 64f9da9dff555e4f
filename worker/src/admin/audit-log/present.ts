import type { AuditEntry } from '../../../../domain/admin/records-schema.ts';
import type { Database } from '../../platform/db/client.ts';
import type { AuditRow } from '../repository.ts';
import { namesAndSeals } from './repository.ts';

/** The screen of each kind of record, which opens it by its id. */
const SCREENS: Readonly<Record<string, string>> = {
  user: '/admin/users?open=',
  policy: '/admin/policies?open=',
  claim: '/admin/claims?open=',
  thread: '/admin/messages?open=',
  exception: '/admin/exceptions?open=',
};
const OPERATOR = 'Operator (command line)';

function linkOf(subject: string): string | null {
  const at = subject.indexOf(':');
  const screen = SCREENS[subject.slice(0, at)];
  return screen === undefined ? null : `${screen}${encodeURIComponent(subject.slice(at + 1))}`;
}

const object = (json: string | null) =>
  json === null ? null : (JSON.parse(json) as Record<string, unknown>);

/** Audit lines with the names of their administrators and their seals, in one round trip. */
export async function presentLines(db: Database, lines: readonly AuditRow[]): Promise<AuditEntry[]> {
  if (lines.length === 0) return [];
  const { names, seals } = await namesAndSeals(db, lines);
  return lines.map((line) => {
    const seal = seals.get(line.id);
    return {
      id: line.id,
      number: seal?.number ?? null,
      action: line.action,
      subject: line.subject,
      link: linkOf(line.subject),
      admin_id: line.adminId,
      admin_name: line.adminId === 0 ? OPERATOR : (names.get(line.adminId) ?? ''),
      before: object(line.before),
      after: object(line.after),
      at: line.at,
      request_id: line.requestId,
      seal: seal?.seal ?? null,
    };
  });
}
