import type { Ctx } from '../platform/context.ts';
import { fieldError } from '../quotes/terms.ts';
import { namesOfAdmins } from './repository.ts';

interface Undone<Value> {
  from: readonly Value[];
  to: readonly Value[];
}

/** What each entry was and became, by its id. 422 unless both lists name every entry. */
export function undoneBy<Value>(
  ids: readonly number[],
  undone: Undone<Value>,
  field: string,
): Map<number, { from: Value; to: Value }> {
  if (undone.from.length !== ids.length || undone.to.length !== ids.length) {
    throw fieldError(field, 'Please name what each entry was and what it became.');
  }
  return new Map(
    ids.map((id, index) => [id, { from: undone.from[index] as Value, to: undone.to[index] as Value }]),
  );
}

/** Whom work is given back to: anyone who had it, also a former colleague. 422 if nobody has the id. */
export async function earlierAssignees(ctx: Ctx): Promise<(id: number | null) => string | null> {
  const names = new Map((await namesOfAdmins(ctx.db)).map(({ id, name }) => [id, name]));
  return (id) => {
    if (id === null) return null;
    const name = names.get(id);
    if (name === undefined) throw fieldError('assigned_to', 'There is no administrator with this id.');
    return name;
  };
}
