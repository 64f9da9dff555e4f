import { asc } from 'drizzle-orm';
import * as adminMessagesApi from '#domain/admin/messages-api.ts';
import { conflict, notFound } from '#domain/errors.ts';
import { type AdminCtx, nowIso } from '#worker/platform/context.ts';
import { savedReplies } from '#worker/platform/db/admin-schema.ts';
import { changeRow } from '#worker/platform/db/change.ts';
import type { Database, Statement } from '#worker/platform/db/client.ts';
import { commit, deleteRows, findRow, guardRow, updateRows } from '#worker/platform/db/guard.ts';
import { once } from '#worker/platform/db/once.ts';
import { type InputOf, serve } from '#worker/platform/http/serve.ts';
import { recordAct } from '#worker/told/record.ts';
import { changedSince } from './seen.ts';

const subject = (id: number | string) => `reply:${id}`;
const taken = () => conflict('A saved reply with this title already exists.');

const noReply = () => notFound('There is no such saved reply.');

async function existing(ctx: AdminCtx, id: number): Promise<SavedReplyRow> {
  const row = await findById(ctx.db, id);
  if (!row) throw noReply();
  return row;
}

/** All saved replies by title. */
export const listSavedReplies = serve(adminMessagesApi.listSavedReplies, (ctx) => listAll(ctx.db));

/** Saves a new reply, once per request. 409 if its title is taken. */
export const saveSavedReply = serve(adminMessagesApi.saveSavedReply, (ctx, { title, text }) => {
  const read = () => findByTitle(ctx.db, title);
  return once(ctx, {
    read,
    write: async (mark) => {
      const row = { title, text, updated_at: nowIso(ctx) };
      // The batch that makes its id can't name it, but titles are unique.
      const saved = recordAct(ctx, {
        action: 'reply.saved',
        subject: subject(title),
        after: { title, text },
      });
      await commit(ctx, [insert(ctx.db, row), ...mark(title), saved], taken());
      const written = await read();
      if (!written) throw new Error('A reply that was just saved is not there');
      return written;
    },
  });
});

type Seen = InputOf<typeof adminMessagesApi.deleteSavedReply>;

/** 409 unless the reply is as the caller saw it. Its tag is its `updated_at`. */
function requireSeen({ updated_at }: SavedReplyRow, { ifMatch }: Pick<Seen, 'ifMatch'>): void {
  if (ifMatch !== undefined && ![`"${updated_at}"`, '*'].includes(ifMatch)) throw changedSince('reply');
}

/** Changes a saved reply. 409 if its title is taken, or somebody else was first. */
export const changeSavedReply = serve(
  adminMessagesApi.changeSavedReply,
  (ctx, { id, ifMatch, title, text }) =>
    changeRow(ctx, {
      read: () => existing(ctx, id),
      decide: (was) => {
        const before = { title: was.title, text: was.text };
        const after = { title: title ?? was.title, text: text ?? was.text };
        if (after.title === before.title && after.text === before.text) return [];
        requireSeen(was, { ifMatch });
        return [
          guardSame(ctx.db, was),
          update(ctx.db, { id, ...after, updated_at: nowIso(ctx) }),
          recordAct(ctx, { action: 'reply.changed', subject: subject(id), before, after }),
        ];
      },
      conflict: async (was) =>
        (await existing(ctx, id)).updated_at === was.updated_at ? taken() : changedSince('reply'),
    }),
);

/** Deletes a saved reply. 409 if somebody has changed it meanwhile. */
export const deleteSavedReply = serve(adminMessagesApi.deleteSavedReply, async (ctx, { id, ifMatch }) => {
  await changeRow(ctx, {
    read: () => findById(ctx.db, id),
    decide: (was) => {
      if (was === null) {
        // Whoever has seen it wants it gone, and it is.
        if (ifMatch !== undefined) return [];
        throw noReply();
      }
      requireSeen(was, { ifMatch });
      const { title, text } = was;
      return [
        guardSame(ctx.db, was),
        remove(ctx.db, id),
        recordAct(ctx, { action: 'reply.deleted', subject: subject(id), before: { title, text } }),
      ];
    },
    conflict: () => changedSince('reply'),
  });
  return { id };
});

type SavedReplyRow = typeof savedReplies.$inferSelect;

/** Most saved replies shown. */
const MOST = 500;

const listAll = (db: Database): Promise<SavedReplyRow[]> =>
  db.select().from(savedReplies).orderBy(asc(savedReplies.title)).limit(MOST).all();

const findById = (db: Database, id: number): Promise<SavedReplyRow | null> =>
  findRow(db, savedReplies, { id });

const findByTitle = (db: Database, title: string): Promise<SavedReplyRow | null> =>
  findRow(db, savedReplies, { title });

/** Fails if the reply has changed since it was read. */
const guardSame = (db: Database, { id, updated_at }: SavedReplyRow): Statement =>
  guardRow(db, savedReplies, { id, updated_at });

/** Fails if the title is taken; so does a change to one. */
const insert = (db: Database, row: Omit<SavedReplyRow, 'id'>): Statement =>
  db.insert(savedReplies).values(row);

const update = (db: Database, { id, ...row }: SavedReplyRow): Statement =>
  updateRows(db, savedReplies, { id }, row);

const remove = (db: Database, id: number): Statement => deleteRows(db, savedReplies, { id });
