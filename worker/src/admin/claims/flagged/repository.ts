/** What a list of claims can be filtered by of their flags, and which of these a claim has. */
import { type SQL, sql } from 'drizzle-orm';
import { LISTED_FLAGS, type ListedFlag, SOON_DAYS } from '#domain/admin/claim-flags.ts';

const ofPolicy = (which: string) =>
  `EXISTS (SELECT 1 FROM policies p WHERE p.id = claims.policy_id AND ${which})`;

/** SQL over `claims`. `flagsOf` says the same of one claim, each with its reason, and a test compares them. */
const FLAGGED: Readonly<Record<ListedFlag, string>> = {
  several_claims:
    'EXISTS (SELECT 1 FROM claims o WHERE o.policy_id = claims.policy_id AND o.id <> claims.id)',
  soon_after_start: ofPolicy(`julianday(claims.incident_at) - julianday(p.cover_from) < ${SOON_DAYS + 1}`),
  document_seen_before: `EXISTS (SELECT 1 FROM claim_documents d JOIN claim_documents o ON o.sha256 = d.sha256
    AND o.claim_id <> d.claim_id WHERE d.claim_id = claims.id)`,
  holder_differs: ofPolicy('p.wallet <> claims.wallet'),
  payout_vetoed:
    "EXISTS (SELECT 1 FROM transfers t WHERE t.claim_id = claims.id AND t.state = 'vetoed' AND t.event_id IS NOT NULL)",
  customer_deactivated:
    "EXISTS (SELECT 1 FROM accounts a WHERE a.wallet = claims.wallet AND a.status = 'inactive')",
};

/** Whether a claim has a flag. */
export const isFlagged = (flag: ListedFlag): SQL => sql.raw(FLAGGED[flag]);

/** The flags that a claim has. */
export const flagsIn = sql
  .raw(`concat_ws(',', ${LISTED_FLAGS.map((flag) => `iif(${FLAGGED[flag]}, '${flag}', NULL)`).join(', ')})`)
  .mapWith((flags: string) => LISTED_FLAGS.filter((flag) => flags.split(',').includes(flag)))
  .as('flags');
