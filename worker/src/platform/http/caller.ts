import type { Ctx } from '../context.ts';

/** Who is signed in: a wallet's key, or `admin:<id>`, which is no wallet's; null when nobody is. */
export function callerOf({ actor, admin }: Pick<Ctx, 'actor' | 'admin'>): string | null {
  return admin ? `admin:${admin.id}` : (actor?.wallet ?? null);
}
