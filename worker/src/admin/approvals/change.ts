import * as z from 'zod';
import { ADMIN_ROLES, type AdminRole } from '#domain/admin/roles.ts';
import { SETTING_DEFAULTS, type SettingKey } from '#domain/admin/settings-schema.ts';
import type { ApprovalRow } from '#worker/admin/second-person/repository.ts';

const role = z.enum(ADMIN_ROLES);
const value = z.object({ value: z.string() });
const roleOf = z.object({ role });
const authority = z.object({ payout_limit_usd: z.number().int().nullable() });
const person = z.object({ email: z.string(), name: z.string(), role });

/** What an approval changes. */
export type Change =
  | { kind: 'setting'; key: SettingKey; before: string; after: string }
  | { kind: 'invite'; email: string; name: string; role: AdminRole }
  | { kind: 'role'; adminId: number; before: AdminRole; after: AdminRole }
  | { kind: 'enable'; adminId: number; role: AdminRole }
  | { kind: 'authority'; adminId: number; before: number | null; after: number | null };

export function changeOf({ kind, subject, before, after }: ApprovalRow): Change {
  const [was, becomes]: [unknown, unknown] = [JSON.parse(before), JSON.parse(after)];
  const name = subject.slice(subject.indexOf(':') + 1);
  if (kind === 'setting') {
    if (!(name in SETTING_DEFAULTS)) throw new Error('An approval names no setting');
    return {
      kind,
      key: name as SettingKey,
      before: value.parse(was).value,
      after: value.parse(becomes).value,
    };
  }
  if (kind === 'invite') return { kind, ...person.parse(becomes) };
  const adminId = Number(name);
  if (kind === 'enable') return { kind, adminId, role: roleOf.parse(becomes).role };
  if (kind === 'authority') {
    const limitOf = (values: unknown) => authority.parse(values).payout_limit_usd;
    return { kind, adminId, before: limitOf(was), after: limitOf(becomes) };
  }
  return { kind, adminId, before: roleOf.parse(was).role, after: roleOf.parse(becomes).role };
}
