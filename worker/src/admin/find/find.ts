import type * as z from 'zod';
import { shortAddress } from '#domain/address.ts';
import * as adminQueueApi from '#domain/admin/queue-api.ts';
import type { foundRecords } from '#domain/admin/records-schema.ts';
import { CLAIM_LABELS, claimNumber } from '#domain/claims/lifecycle.ts';
import { complaintNumber } from '#domain/complaints/schema.ts';
import { exceptionName } from '#domain/payments/reasons.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { shownWallet } from '#worker/platform/chain/address.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import { claims } from '#worker/platform/db/claims-schema.ts';
import { threads } from '#worker/platform/db/messages-schema.ts';
import { accounts, paymentExceptions, policies } from '#worker/platform/db/schema.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { findDocuments, findTransaction, newestOf } from './repository.ts';

type Found = z.output<typeof foundRecords>;

const TRANSACTION = /^0x[0-9a-f]{64}$/i;

const found = (
  kind: Found[number]['kind'],
  id: number | string,
  title: string,
  ...detail: (string | null)[]
): Found[number] => ({
  kind,
  document: null,
  id: String(id),
  title,
  detail: detail.filter(Boolean).join(' · '),
});

type Finder<Row> = (db: AdminCtx['db'], search: string) => Promise<Row[]>;

/** A kind of record: how it is found, and what is shown of it. */
const kindOf =
  <Row>(find: Finder<Row>, shown: (row: Row, shownWallet: (wallet: string) => string) => Found[number]) =>
  async ({ db, settings }: AdminCtx, search: string): Promise<Found> =>
    (await find(db, search)).map((row) => shown(row, (wallet) => shownWallet(settings, wallet)));

const KINDS = [
  kindOf(newestOf('users', accounts), ({ wallet, name, email }, shown) => {
    const short = shortAddress(shown(wallet));
    return found('user', shown(wallet), name ?? short, email, name && short);
  }),
  kindOf(newestOf('policies', policies), ({ id, customer_name, item_description }) =>
    found('policy', id, policyNumber(id), customer_name, item_description),
  ),
  kindOf(newestOf('claims', claims), ({ id, customer_name, status }) =>
    found('claim', id, claimNumber(id), customer_name, CLAIM_LABELS[status]),
  ),
  kindOf(newestOf('messages', threads), ({ id, category, subject, customer_name, contact_email }) =>
    category === 'complaint'
      ? found('complaint', id, subject, complaintNumber(id), customer_name || contact_email)
      : found('thread', id, subject, customer_name || contact_email),
  ),
  kindOf(newestOf('exceptions', paymentExceptions), ({ id, reason, detail, wallet }, shown) =>
    found('exception', id, exceptionName({ id, reason }), detail, shortAddress(shown(wallet))),
  ),
  kindOf(findDocuments, ({ id: document, claimId, fileName }) => ({
    ...found('document', claimId, fileName, claimNumber(claimId)),
    document,
  })),
];

/** What the command palette offers: the 10 newest of each kind, or what a transaction is about. */
export const find = serve(adminQueueApi.find, async (ctx, { q }): Promise<Found> => {
  if (TRANSACTION.test(q)) return byTransaction(ctx, q.toLowerCase());
  return (await Promise.all(KINDS.map((kind) => kind(ctx, q)))).flat();
});

async function byTransaction(ctx: AdminCtx, txHash: string): Promise<Found> {
  const chains = ctx.chains.map(({ id }) => id);
  const rows = await findTransaction(ctx.db, chains, txHash);
  const its = (kind: Found[number]['kind'], id: number | null, title: (id: number) => string) =>
    id === null ? [] : [found(kind, id, title(id), 'In this transaction')];
  const all = rows.flatMap(({ policyId, claimId, exceptionId, reason }) => [
    ...its('claim', claimId, claimNumber),
    ...its('exception', exceptionId, (id) => (reason ? exceptionName({ id, reason }) : '')),
    ...its('policy', policyId, policyNumber),
  ]);
  return [...new Map(all.map((each) => [`${each.kind} ${each.id}`, each])).values()];
}
