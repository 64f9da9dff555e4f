import type { Ctx } from '#worker/platform/context.ts';

/** Who is signed in: a wallet key, or `admin:<id>` (never a wallet key); null if nobody is. */
export function callerOf({ actor, admin }: Pick<Ctx, 'actor' | 'admin'>): string | null {
  return admin ? `admin:${admin.id}` : (actor?.wallet ?? null);
}
