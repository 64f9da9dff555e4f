import type { ProfileAnswer } from '../../../../domain/account/profile-schema.ts';
import { AppError } from '../../../../domain/errors.ts';
import { AVATAR_TYPES, type AvatarType, MAX_AVATAR_BYTES } from '../../../../domain/files.ts';
import { nowIso, type WalletCtx } from '../../context.ts';
import { inspect } from '../../files/inspect.ts';
import { attachment } from '../../files/name.ts';
import { sha256, type Upload } from '../../files/upload.ts';
import { getProfile } from './get.ts';
import { findProfile, swapAvatar } from './repository.ts';

/** Everything in the bucket that is a picture of this wallet's. */
const folderOf = (wallet: string) => `avatars/${wallet}/`;

/** Puts the one picture in the place of the one before, whose object goes. The same picture again changes nothing. */
export async function putAvatar(ctx: WalletCtx, uploads: readonly Upload[]): Promise<ProfileAnswer> {
  const { wallet } = ctx.actor;
  const [upload, more] = uploads;
  if (!upload || more) throw new AppError('invalid', 'Please choose one picture.');
  const found = inspect(upload.bytes, AVATAR_TYPES, MAX_AVATAR_BYTES);
  if ('code' in found) throw new AppError(found.code, `The picture ${found.reason}`);

  const folder = `${folderOf(wallet)}${await sha256(upload.bytes)}`;
  const present = await findProfile(ctx.db, wallet);
  if (present?.avatarKey?.startsWith(folder)) return getProfile(ctx);

  // A name of its own for each upload: one that is replaced at the same moment takes no other's object along.
  const key = `${folder}-${crypto.randomUUID()}`;
  await ctx.files.put(key, upload.bytes, { httpMetadata: { contentType: found.type } });
  const before = await swapAvatar(ctx.db, wallet, { avatarKey: key, avatarType: found.type }, nowIso(ctx));
  if (before !== null) await ctx.files.delete(before);
  ctx.log.info('avatar_stored', { bytes: upload.bytes.length });
  return getProfile(ctx);
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
  await deleteAvatarObjects(ctx);
  return getProfile(ctx);
}

/** Deletes every picture of the actor's that is in the bucket, also one that an interrupted upload has left there. */
export async function deleteAvatarObjects(ctx: WalletCtx): Promise<void> {
  const prefix = folderOf(ctx.actor.wallet);
  for (;;) {
    const { objects, truncated } = await ctx.files.list({ prefix });
    if (objects.length > 0) await ctx.files.delete(objects.map(({ key }) => key));
    if (!truncated) return;
  }
}
