import type { DocumentType } from '#domain/files.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { hasContent } from './repository.ts';

/*
 * The bucket and the database share no transaction. An object is written before its row, so every row has
 * one. The same file may arrive twice at once, so whoever deletes an object checks for a row afterwards,
 * and whoever writes a row checks for the object. The last of them notices a missing object and restores
 * it.
 */

interface Content {
  type: DocumentType;
  /** Hexadecimal. */
  sha256: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export const objectKey = (claimId: number, sha256: string): string => `claims/${claimId}/${sha256}`;

/** The content's hash in such a key. */
export const hashIn = (key: string): string => key.slice(key.lastIndexOf('/') + 1);

/** Writes the object, before its row. */
export async function keep(ctx: Ctx, claimId: number, { type, sha256, bytes }: Content): Promise<void> {
  await ctx.files.put(objectKey(claimId, sha256), bytes, { sha256, httpMetadata: { contentType: type } });
}

/** Deletes the object after its row couldn't be written, unless another request's row needs it. */
export async function discard(ctx: Ctx, claimId: number, content: Content): Promise<void> {
  if (await hasContent(ctx.db, claimId, content.sha256)) return;
  await ctx.files.delete(objectKey(claimId, content.sha256));
  if (await hasContent(ctx.db, claimId, content.sha256)) await keep(ctx, claimId, content);
}

/** Makes sure that the object still exists after its row was written. */
export async function secure(ctx: Ctx, claimId: number, content: Content): Promise<void> {
  const found = await ctx.files.head(objectKey(claimId, content.sha256));
  if (!found) await keep(ctx, claimId, content);
}
