import type { ProfileAnswer } from '../../../../domain/account/profile-schema.ts';
import { AppError } from '../../../../domain/errors.ts';
import { AVATAR_TYPES, type AvatarType, MAX_AVATAR_BYTES } from '../../../../domain/files.ts';
import { findProfile } from '../../identity/account/repository.ts';
import { type Ctx, nowIso, type WalletCtx } from '../../platform/context.ts';
import { sha256Hex } from '../../platform/crypto/sha256.ts';
import { isConstraintFailure } from '../../platform/db/guard.ts';
import { inspect } from '../../platform/files/inspect.ts';
import { attachment } from '../../platform/files/name.ts';
import type { Upload } from '../../platform/files/upload.ts';
import { getProfile } from './get.ts';
import { dueAvatars, forgetAvatars, noteAvatar, swapAvatar } from './repository.ts';

/** Where in the bucket the pictures of this wallet are. */
const folderOf = (wallet: string) => `avatars/${wallet}/`;
/** Far more time than an upload takes between its object and its row: later it was cut off. */
const UPLOAD_MS = 10 * 60_000;
/** Below the 100 parameters that one statement may have. */
const AT_ONCE = 90;

/** Puts the one picture in the place of the one before, whose object goes. The same picture again changes nothing. */
export async function putAvatar(ctx: WalletCtx, uploads: readonly Upload[]): Promise<ProfileAnswer> {
  const { wallet } = ctx.actor;
  const [upload, more] = uploads;
  if (!upload || more) throw new AppError('invalid', 'Please choose one picture.');
  const found = inspect(upload.bytes, AVATAR_TYPES, MAX_AVATAR_BYTES);
  if ('code' in found) throw new AppError(found.code, `The picture ${found.reason}`);

  const folder = `${folderOf(wallet)}${await sha256Hex(upload.bytes)}`;
  const present = await findProfile(ctx.db, wallet);
  if (present?.avatarKey?.startsWith(folder)) return getProfile(ctx);

  // A name of its own for each upload: one that is replaced at the same moment takes no other's object along.
  const key = `${folder}-${crypto.randomUUID()}`;
  const deleteAfter = new Date(ctx.clock() + UPLOAD_MS).toISOString();
  await noteAvatar(ctx.db, { key, wallet, deleteAfter });
  await ctx.files.put(key, upload.bytes, { httpMetadata: { contentType: found.type } });
  await show(ctx, { avatarKey: key, avatarType: found.type });
  await deleteLooseAvatars(ctx, wallet);
  ctx.log.info('avatar_stored', { bytes: upload.bytes.length });
  return getProfile(ctx);
}

/** Has the profile name the object that was just stored. 409 when the profile was deleted meanwhile. */
async function show(ctx: WalletCtx, picture: { avatarKey: string; avatarType: AvatarType }): Promise<void> {
  try {
    await swapAvatar(ctx.db, ctx.actor.wallet, picture, nowIso(ctx));
  } catch (error) {
    if (!isConstraintFailure(error)) throw error;
    await deleteLooseAvatars(ctx, ctx.actor.wallet);
    throw new AppError('conflict', 'Your profile has just been deleted, so the picture was not kept.');
  }
}

export interface Download {
  headers: Record<string, string>;
  body: ReadableStream;
}

/** The actor's own picture, as a stream that no page shows by itself. */
export async function getAvatar(ctx: WalletCtx): Promise<Download> {
  const profile = await findProfile(ctx.db, ctx.actor.wallet);
  const object = profile?.avatarKey ? await ctx.files.get(profile.avatarKey) : null;
  if (!object) throw new AppError('not_found', 'There is no picture.');
  const type = (profile?.avatarType ?? 'image/png') as AvatarType;
  return {
    headers: {
      'Content-Type': type,
      'Content-Length': String(object.size),
      'Content-Disposition': attachment('avatar', type),
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    },
    body: object.body,
  };
}

/** Takes the picture away; safe to repeat. */
export async function deleteAvatar(ctx: WalletCtx): Promise<ProfileAnswer> {
  const { wallet } = ctx.actor;
  if (await findProfile(ctx.db, wallet)) {
    await swapAvatar(ctx.db, wallet, { avatarKey: null, avatarType: null }, nowIso(ctx));
  }
  await deleteLooseAvatars(ctx, wallet);
  return getProfile(ctx);
}

/**
 * Deletes objects that no profile names: a wallet's own, or, in the scheduled run, those that an interrupted request of
 * anybody's left. An object is forgotten only once it is gone.
 */
export async function deleteLooseAvatars(ctx: Ctx, wallet?: string): Promise<void> {
  const keys = await dueAvatars(ctx.db, nowIso(ctx), AT_ONCE, wallet);
  if (keys.length === 0) return;
  await ctx.files.delete(keys);
  await forgetAvatars(ctx.db, keys);
}
