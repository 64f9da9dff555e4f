import { DEFAULT_NOTIFICATIONS } from '#domain/account/profile-schema.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { findProfile } from './repository.ts';

export interface Reach {
  /** The profile's address; null if none. */
  email: string | null;
  emails: boolean;
}

/** How a wallet wants to be reached. */
export async function reachOf(ctx: Ctx, wallet: string): Promise<Reach> {
  const profile = await findProfile(ctx.db, wallet);
  return {
    email: profile?.email ?? null,
    emails: profile?.email_notifications ?? DEFAULT_NOTIFICATIONS.email_notifications,
  };
}
