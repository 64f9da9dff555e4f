import type { Ctx } from '../../platform/context.ts';
import { findProfile, type ProfileRow } from './repository.ts';

export type { ProfileRow };

/** The wallet's profile as it is stored; null when it never saved one. */
export const profileOf = (ctx: Ctx, wallet: string): Promise<ProfileRow | null> =>
  findProfile(ctx.db, wallet);
