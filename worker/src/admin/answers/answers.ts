import type * as z from 'zod';
import type {
  savedAnswer,
  savedAnswerChange,
  savedAnswerRequest,
} from '../../../../domain/admin/messages-schema.ts';
import { AppError } from '../../../../domain/errors.ts';
import { type AdminCtx, nowIso } from '../../platform/context.ts';
import { commit } from '../../platform/db/commit.ts';
import { once } from '../../platform/db/once.ts';
import { audit } from '../audit.ts';
import { changedSince } from '../seen.ts';
import {
  type AnswerRow,
  findById,
  findByTitle,
  guardUnchanged,
  insert,
  listAll,
  remove,
  update,
} from './repository.ts';

type SavedAnswer = z.output<typeof savedAnswer>;

const present = ({ id, title, text, updatedAt }: AnswerRow): SavedAnswer => ({
  ...{ id, title, text },
  updated_at: updatedAt,
});

const subject = (id: number | string) => `answer:${id}`;
const taken = (): never => {
  throw new AppError('conflict', 'There is a saved answer with this title already.');
};

async function existing(ctx: AdminCtx, id: number): Promise<AnswerRow> {
  const row = await findById(ctx.db, id);
  if (!row) throw new AppError('not_found', 'There is no such saved answer.');
  return row;
}

/** All saved answers by title. */
export const listAnswers = async (ctx: AdminCtx): Promise<SavedAnswer[]> =>
  (await listAll(ctx.db)).map(present);

/** Saves a new answer, once per request. 409 if its title is taken. */
export function saveAnswer(
  ctx: AdminCtx,
  { title, text }: z.output<typeof savedAnswerRequest>,
): Promise<SavedAnswer> {
  const read = async () => {
    const found = await findByTitle(ctx.db, title);
    return found && present(found);
  };
  return once(ctx, {
    read,
    write: async (mark) => {
      const row = { title, text, updatedAt: nowIso(ctx) };
      // The batch that makes its id can't name it, but titles are unique.
      const saved = audit(ctx, { action: 'answer.saved', subject: subject(title), after: { title, text } });
      await commit(ctx, [insert(ctx.db, row), ...mark(title), saved], taken);
      const written = await read();
      if (!written) throw new Error('An answer that was just saved is not there');
      return written;
    },
  });
}

interface Seen {
  id: number;
  /** The answer's `updated_at` in quotes, as the caller saw it. */
  ifMatch?: string | undefined;
}

/** The answer, if it is as the caller saw it. */
async function seenAnswer(ctx: AdminCtx, { id, ifMatch }: Seen): Promise<AnswerRow> {
  const row = await existing(ctx, id);
  if (ifMatch !== undefined && ![`"${row.updatedAt}"`, '*'].includes(ifMatch)) throw changedSince('answer');
  return row;
}

/** Throws unless the answer is still the one that was read. */
async function requireUnchanged(ctx: AdminCtx, { id, updatedAt }: AnswerRow): Promise<void> {
  if ((await existing(ctx, id)).updatedAt !== updatedAt) throw changedSince('answer');
}

/** Changes a saved answer. 409 if its title is taken, or somebody else was first. */
export async function changeAnswer(
  ctx: AdminCtx,
  { id, ifMatch, ...change }: Seen & z.output<typeof savedAnswerChange>,
): Promise<SavedAnswer> {
  const before = await seenAnswer(ctx, { id, ifMatch });
  const { title = before.title, text = before.text } = change;
  const row = { id, title, text, updatedAt: nowIso(ctx) };
  const changed = audit(ctx, {
    action: 'answer.changed',
    subject: subject(id),
    before: { title: before.title, text: before.text },
    after: { title, text },
  });
  await commit(ctx, [guardUnchanged(ctx.db, before), update(ctx.db, row), changed], async () => {
    await requireUnchanged(ctx, before);
    taken();
  });
  return present(row);
}

/** Deletes a saved answer. 409 if somebody has changed it meanwhile. */
export async function deleteAnswer(ctx: AdminCtx, { id, ifMatch }: Seen): Promise<{ id: number }> {
  const before = await seenAnswer(ctx, { id, ifMatch });
  const { title, text } = before;
  const deleted = audit(ctx, { action: 'answer.deleted', subject: subject(id), before: { title, text } });
  await commit(ctx, [guardUnchanged(ctx.db, before), remove(ctx.db, id), deleted], () =>
    requireUnchanged(ctx, before),
  );
  return { id };
}
