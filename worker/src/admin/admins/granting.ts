/** What of a change of an administrator is new, and what of that needs a second one. */
import type * as z from 'zod';
import * as adminAdminsApi from '#domain/admin/admins-api.ts';
import type { adminChangeRequest } from '#domain/admin/auth-schema.ts';
import { grantsPayment, raisesAuthority } from '#domain/admin/roles.ts';
import type { Wanted } from '#worker/admin/second-person/propose.ts';
import type { ListedAdmin } from './repository.ts';

export const subjectOf = (id: number) => `admin:${id}`;

export type Change = Pick<
  z.output<typeof adminChangeRequest>,
  'name' | 'role' | 'status' | 'payout_limit_usd'
>;

/** What of a change grants a permission to pay or administer, which needs a second administrator. */
export function granting(
  { admin }: ListedAdmin,
  { role, status, payout_limit_usd: limit }: Change,
): Wanted[] {
  const of = (body: Change) => ({
    subject: subjectOf(admin.id),
    version: admin.version,
    call: adminAdminsApi.changeAdministrator,
    input: { params: { id: String(admin.id) }, body },
  });
  if (limit !== undefined && raisesAuthority(admin.payout_limit_usd, limit)) {
    const before = { payout_limit_usd: admin.payout_limit_usd };
    return [
      { ...of({ payout_limit_usd: limit }), kind: 'authority', before, after: { payout_limit_usd: limit } },
    ];
  }
  if (role !== undefined && grantsPayment(admin.role, role)) {
    return [{ ...of({ role }), kind: 'role', before: { role: admin.role }, after: { role } }];
  }
  if (status === 'active' && grantsPayment(null, admin.role)) {
    const before = { status: admin.status };
    return [{ ...of({ status }), kind: 'enable', before, after: { status, role: admin.role } }];
  }
  return [];
}

/** The administrator's values by the request's names. */
export const valuesOf = ({ admin }: ListedAdmin): Required<Change> => ({
  name: admin.name,
  role: admin.role,
  status: admin.status,
  payout_limit_usd: admin.payout_limit_usd,
});

/** What is asked for that isn't so yet. */
export function differing(before: ListedAdmin, wanted: Change): Change {
  const was = valuesOf(before);
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([key, value]) => value !== undefined && value !== was[key as keyof Change],
    ),
  ) as Change;
}
