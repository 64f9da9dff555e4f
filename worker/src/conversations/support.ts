import { and, eq, inArray, sql } from 'drizzle-orm';
import { notFound } from '#domain/errors.ts';
import * as supportApi from '#domain/support/api.ts';
import { FAQ } from '#domain/support/faq.ts';
import { nowIso, type WalletCtx } from '#worker/platform/context.ts';
import { among, type Database, type Statement } from '#worker/platform/db/client.ts';
import { faqTotals, faqVotes } from '#worker/platform/db/messages-schema.ts';
import { once } from '#worker/platform/db/once.ts';
import { serve } from '#worker/platform/http/serve.ts';

const IDS = FAQ.map(({ id }) => id);

/** Vote counts of each answer, and whether the signed-in wallet, if any, voted. */
export const listFaqVotes = serve(supportApi.listFaqVotes, async (ctx) => {
  const totals = new Map((await listTotals(ctx.db)).map(({ faq_id, helpful }) => [faq_id, helpful]));
  const mine = ctx.actor ? await listVoted(ctx.db, IDS, ctx.actor.wallet) : new Set<string>();
  return IDS.map((id) => ({ id, helpful_count: totals.get(id) ?? 0, voted: mine.has(id) }));
});

/** Ids of the answers that the actor found helpful. */
export async function exportVotes(ctx: WalletCtx): Promise<string[]> {
  return (await listFaqVotes(ctx)).filter(({ voted }) => voted).map(({ id }) => id);
}

/** Adds or withdraws the wallet's vote for an answer. Idempotent. */
export const voteOnFaq = serve(supportApi.voteOnFaq, async (ctx, { id, helpful }) => {
  if (!IDS.includes(id)) throw notFound('There is no such question.');
  const { wallet } = ctx.actor;
  const read = async () => {
    const totals = await listTotals(ctx.db);
    const total = totals.find(({ faq_id }) => faq_id === id)?.helpful ?? 0;
    return { id, helpful_count: total, voted: helpful };
  };
  return once(ctx, {
    read,
    write: async (mark) => {
      const [first, second] = helpful
        ? addVote(ctx.db, id, wallet, nowIso(ctx))
        : removeVote(ctx.db, id, wallet);
      await ctx.db.batch([first, second, ...mark(`vote:${id}`)]);
      return read();
    },
  });
});

function listTotals(db: Database) {
  return db.select().from(faqTotals).all();
}

const mine = (faqId: string, wallet: string) => and(eq(faqVotes.faq_id, faqId), eq(faqVotes.wallet, wallet));
const voted = (faqId: string, wallet: string) =>
  sql`EXISTS (SELECT 1 FROM ${faqVotes} WHERE ${mine(faqId, wallet)})`;

/** Those of these questions that the wallet voted for. */
async function listVoted(db: Database, ids: readonly string[], wallet: string): Promise<Set<string>> {
  const found = await db
    .select({ faq_id: faqVotes.faq_id })
    .from(faqVotes)
    .where(and(eq(faqVotes.wallet, wallet), inArray(faqVotes.faq_id, among(ids))))
    .all();
  return new Set(found.map(({ faq_id }) => faq_id));
}

/** Adds the vote to the sum, unless the wallet already voted. */
const addVote = (db: Database, faqId: string, wallet: string, now: string): [Statement, Statement] => [
  db
    .insert(faqTotals)
    .select(sql`SELECT ${faqId}, 1 WHERE NOT ${voted(faqId, wallet)}`)
    .onConflictDoUpdate({ target: faqTotals.faq_id, set: { helpful: sql`${faqTotals.helpful} + 1` } }),
  db
    .insert(faqVotes)
    .values({ faq_id: faqId, wallet, created_at: now })
    .onConflictDoNothing({ target: [faqVotes.faq_id, faqVotes.wallet] }),
];

/** Subtracts the vote from the sum if the wallet voted. */
const removeVote = (db: Database, faqId: string, wallet: string): [Statement, Statement] => [
  db
    .update(faqTotals)
    .set({ helpful: sql`${faqTotals.helpful} - 1` })
    .where(and(eq(faqTotals.faq_id, faqId), voted(faqId, wallet))),
  db.delete(faqVotes).where(mine(faqId, wallet)),
];
