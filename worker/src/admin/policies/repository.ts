import { desc, eq } from 'drizzle-orm';
import type { AdminRole } from '#domain/admin/roles.ts';
import { selectNotes, selectTrail } from '#worker/admin/repository.ts';
import { claims } from '#worker/platform/db/claims-schema.ts';
import { type Database, oneValue, readTogether } from '#worker/platform/db/client.ts';
import { findRows } from '#worker/platform/db/guard.ts';
import { accounts } from '#worker/platform/db/schema.ts';
import { selectToCheck } from '#worker/policies/endings/repository.ts';
import { findService } from '#worker/policies/repository.ts';

/** Most claims shown with a policy. */
const CLAIMS = 50;
/** Most withdrawals to check that are shown with a policy. */
const TO_CHECK = 20;

/** What the desk shows of a policy besides its own row, in one round trip. */
export async function readAround(
  db: Database,
  policy: { id: number; quote_id: string; wallet: string },
  role: AdminRole,
) {
  const subject = `policy:${policy.id}`;
  const { service, ...around } = await readTogether({
    service: findService(db, policy),
    claims: findRows(db, claims, { policy_id: policy.id }, [desc(claims.id)], CLAIMS),
    notes: selectNotes(db, subject),
    trail: selectTrail(db, subject, role),
    toCheck: selectToCheck(db, policy.id, TO_CHECK),
    accountStatus: oneValue(
      db.select({ value: accounts.status }).from(accounts).where(eq(accounts.wallet, policy.wallet)),
    ),
  });
  return { ...service, ...around };
}
export type Around = Awaited<ReturnType<typeof readAround>>;
