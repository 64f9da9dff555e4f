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
import { type AnswerRow, findById, findByTitle, insert, listAll, remove, update } from './repository.ts';

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

export async function changeAnswer(
  ctx: AdminCtx,
  { id, ...change }: { id: number } & z.output<typeof savedAnswerChange>,
): Promise<SavedAnswer> {
  const before = await existing(ctx, id);
  const { title = before.title, text = before.text } = change;
  const row = { id, title, text, updatedAt: nowIso(ctx) };
  const changed = audit(ctx, {
    action: 'answer.changed',
    subject: subject(id),
    before: { title: before.title, text: before.text },
    after: { title, text },
  });
  await commit(ctx, [update(ctx.db, row), changed], taken);
  return present(row);
}

export async function deleteAnswer(ctx: AdminCtx, id: number): Promise<{ id: number }> {
  const { title, text } = await existing(ctx, id);
  const deleted = audit(ctx, { action: 'answer.deleted', subject: subject(id), before: { title, text } });
  await ctx.db.batch([remove(ctx.db, id), deleted]);
  return { id };
}
