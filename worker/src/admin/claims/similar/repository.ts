/** Claims that have something in common with one. Nothing sealed is opened to compare it. */
import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import { newestWith, phrasesOf } from '#worker/desk/repository.ts';
import { claimDocuments, claims } from '#worker/platform/db/claims-schema.ts';
import { type Database, readTogether } from '#worker/platform/db/client.ts';
import { type DeskKindName, firstOfKind } from '#worker/platform/db/desk-kinds.ts';
import { findRows } from '#worker/platform/db/guard.ts';
import { policies } from '#worker/platform/db/schema.ts';

/** Most claims of each kind, and the newest ones among which a close amount is looked for. */
const MOST = 10;
const LOOKED_AT = 200;

type Claim = Pick<typeof claims.$inferSelect, 'id' | 'wallet' | 'policy_id' | 'product' | 'customer_name'>;

/** Records of a kind whose words have all of this text; none for a text without words. */
const withText = (kind: DeskKindName, text: string): SQL =>
  sql`(SELECT rowid - ${firstOfKind(kind)} FROM (${newestWith(kind, phrasesOf(text), MOST)}))`;

/** In one round trip, the newest first: by document, place, email and name of the customer, wallet, and the newest of the product. */
export function findAlike(
  db: Database,
  { id, wallet, policy_id, product, customer_name }: Claim,
  { email, place }: { email: string; place: string | null },
) {
  const others = (where: SQL | undefined, limit = MOST) =>
    findRows(db, claims, and(ne(claims.id, id), where), [desc(claims.id)], limit);
  const elsewhere = and(ne(claims.policy_id, policy_id), ne(claims.wallet, wallet));
  const files = db
    .select({ sha256: claimDocuments.sha256 })
    .from(claimDocuments)
    .where(eq(claimDocuments.claim_id, id));
  const withEmail = db
    .select({ id: policies.id })
    .from(policies)
    .where(
      and(
        sql`${policies.id} IN ${withText('policies', email)}`,
        sql`lower(${policies.customer_email}) = lower(${email})`,
      ),
    );
  return readTogether({
    place: others(and(elsewhere, sql`${claims.policy_id} IN ${withText('policies', place ?? '')}`)),
    document: others(sql`${claims.id} IN (SELECT claim_id FROM claim_documents WHERE sha256 IN ${files})`),
    email: others(and(elsewhere, sql`${claims.policy_id} IN ${withEmail}`)),
    name: others(and(elsewhere, sql`${claims.id} IN ${withText('claims', customer_name)}`)),
    wallet: others(and(eq(claims.wallet, wallet), ne(claims.policy_id, policy_id))),
    newest: others(and(eq(claims.product, product), ne(claims.policy_id, policy_id)), LOOKED_AT),
  });
}
