import { desc, eq } from 'drizzle-orm';
import type { AdminRole } from '#domain/admin/roles.ts';
import { selectNotes, selectTrail } from '#worker/admin/repository.ts';
import { claims } from '#worker/platform/db/claims-schema.ts';
import type { Database } from '#worker/platform/db/client.ts';
import { accounts } from '#worker/platform/db/schema.ts';
import { selectToCheck } from '#worker/policies/endings/repository.ts';
import { findService } from '#worker/policies/repository.ts';

/** Most claims shown with a policy. */
const CLAIMS = 50;
/** Most withdrawals to check that are shown with a policy. */
const TO_CHECK = 20;

/** What the desk shows of a policy besides its own row, in the time of one round trip. */
export async function readAround(
  db: Database,
  policy: { id: number; quote_id: string; wallet: string },
  role: AdminRole,
) {
  const subject = `policy:${policy.id}`;
  const [service, [made, notes, trail, toCheck, [account]]] = await Promise.all([
    findService(db, policy),
    db.batch([
      db.select().from(claims).where(eq(claims.policy_id, policy.id)).orderBy(desc(claims.id)).limit(CLAIMS),
      selectNotes(db, subject),
      selectTrail(db, subject, role),
      selectToCheck(db, policy.id, TO_CHECK),
      db.select({ status: accounts.status }).from(accounts).where(eq(accounts.wallet, policy.wallet)),
    ]),
  ]);
  return { ...service, claims: made, notes, trail, toCheck, accountStatus: account?.status ?? null };
}
export type Around = Awaited<ReturnType<typeof readAround>>;
