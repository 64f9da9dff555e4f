import { claims } from '../../platform/db/claims-schema.ts';
import type { Database } from '../../platform/db/client.ts';
import { readDeskPage } from '../../platform/db/desk-page.ts';
import { threads } from '../../platform/db/messages-schema.ts';
import { accounts, policies } from '../../platform/db/schema.ts';

/** The newest matches of each kind, each in one round trip, all at the same time. */
export async function findEverywhere(db: Database, search: string) {
  const shared = { filters: [], total: null };
  const [users, sold, made, said] = await Promise.all([
    readDeskPage(
      db,
      { search },
      {
        ...{ ...shared, table: accounts, id: accounts.id, sort: accounts.id },
        search: { index: 'user_search', wallet: accounts.wallet, prefix: null },
      },
    ),
    readDeskPage(
      db,
      { search },
      {
        ...{ ...shared, table: policies, id: policies.id, sort: policies.id },
        search: { index: 'policy_search', wallet: policies.wallet, prefix: 'POL' },
      },
    ),
    readDeskPage(
      db,
      { search },
      {
        ...{ ...shared, table: claims, id: claims.id, sort: claims.id },
        search: { index: 'claim_search', wallet: claims.wallet, prefix: 'CLM' },
      },
    ),
    readDeskPage(
      db,
      { search },
      {
        ...{ ...shared, table: threads, id: threads.id, sort: threads.id },
        search: { index: 'thread_search', wallet: threads.wallet, prefix: null },
      },
    ),
  ]);
  return { users: users.rows, policies: sold.rows, claims: made.rows, threads: said.rows };
}
