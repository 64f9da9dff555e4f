import * as profileApi from '#domain/account/profile-api.ts';
import { AppError, conflict, notFound } from '#domain/errors.ts';
import { AVATAR_TYPES, type AvatarType, MAX_AVATAR_BYTES } from '#domain/files.ts';
import { findProfile } from '#worker/identity/account/repository.ts';
import { type Ctx, isoIn, nowIso, type WalletCtx } from '#worker/platform/context.ts';
import { sha256Hex } from '#worker/platform/crypto/bytes.ts';
import { isConstraintFailure } from '#worker/platform/db/guard.ts';
import { attachment, filesOf, inspect } from '#worker/platform/files/inspect.ts';
import { withoutPosition } from '#worker/platform/files/without-position.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { getProfile } from './get.ts';
import { dueAvatars, forgetAvatars, recordAvatar, swapAvatar } from './repository.ts';

/** Bucket folder of this wallet's avatars. */
const folderOf = (wallet: string) => `avatars/${wallet}/`;
/** Much longer than an upload takes between its object and its row; after that it was interrupted. */
const UPLOAD_MS = 10 * 60_000;
/** Below D1's limit of 100 parameters per statement. */
const AT_ONCE = 90;

/** Replaces the avatar and deletes the previous object. The same picture again changes nothing. */
export const uploadAvatar = serve(profileApi.uploadAvatar, async (ctx, _, request) => {
  const { wallet } = ctx.actor;
  const [upload, more] = await filesOf(request);
  if (!upload || more) throw new AppError('invalid', 'Please choose one picture.');
  const found = inspect(upload.bytes, AVATAR_TYPES, MAX_AVATAR_BYTES);
  if ('code' in found) throw new AppError(found.code, `The picture ${found.reason}`);
  const bytes = withoutPosition(upload.bytes, found.type);

  const folder = `${folderOf(wallet)}${await sha256Hex(bytes)}`;
  const present = await findProfile(ctx.db, wallet);
  if (present?.avatar_key?.startsWith(folder)) return getProfile(ctx);

  // A unique key per upload, so that replacing one avatar never deletes another upload's object.
  const key = `${folder}-${crypto.randomUUID()}`;
  const deleteAfter = isoIn(ctx, UPLOAD_MS);
  await recordAvatar(ctx.db, { key, wallet, delete_after: deleteAfter });
  await ctx.files.put(key, bytes, { httpMetadata: { contentType: found.type } });
  await show(ctx, { avatar_key: key, avatar_type: found.type });
  await deleteUnreferencedAvatars(ctx, wallet);
  ctx.log.info('avatar_stored', { bytes: bytes.length });
  return getProfile(ctx);
});

/** Links the profile to the object just stored. 409 if the profile was deleted meanwhile. */
async function show(ctx: WalletCtx, picture: { avatar_key: string; avatar_type: AvatarType }): Promise<void> {
  try {
    await swapAvatar(ctx.db, ctx.actor.wallet, picture, nowIso(ctx));
  } catch (error) {
    if (!isConstraintFailure(error)) throw error;
    await deleteUnreferencedAvatars(ctx, ctx.actor.wallet);
    throw conflict('Your profile has just been deleted, so the picture was not kept.');
  }
}

/** The actor's avatar as a stream, always served as an attachment. */
export const getAvatar = serve(profileApi.getAvatar, async (ctx) => {
  const profile = await findProfile(ctx.db, ctx.actor.wallet);
  const object = profile?.avatar_key ? await ctx.files.get(profile.avatar_key) : null;
  if (!object) throw notFound('There is no picture.');
  const type = (profile?.avatar_type ?? 'image/png') as AvatarType;
  return {
    headers: {
      'Content-Type': type,
      'Content-Length': String(object.size),
      'Content-Disposition': attachment('avatar', type),
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    },
    body: object.body,
  };
});

/** Removes the avatar. Idempotent. */
export const deleteAvatar = serve(profileApi.deleteAvatar, async (ctx) => {
  const { wallet } = ctx.actor;
  if (await findProfile(ctx.db, wallet)) {
    await swapAvatar(ctx.db, wallet, { avatar_key: null, avatar_type: null }, nowIso(ctx));
  }
  await deleteUnreferencedAvatars(ctx, wallet);
  return getProfile(ctx);
});

/**
 * Deletes objects that no profile references: one wallet's, or in the scheduled run those of any
 * interrupted request. Its row is deleted only after the object.
 */
export async function deleteUnreferencedAvatars(ctx: Ctx, wallet?: string): Promise<void> {
  const keys = await dueAvatars(ctx.db, nowIso(ctx), AT_ONCE, wallet);
  if (keys.length === 0) return;
  await ctx.files.delete(keys);
  await forgetAvatars(ctx.db, keys);
}
