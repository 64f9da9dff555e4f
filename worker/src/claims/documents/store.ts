import type { DocumentType } from '../../../../domain/files.ts';
import type { Ctx } from '../../platform/context.ts';
import { hasContent } from './repository.ts';

/*
 * The bucket and the database share no transaction. The object is written before its row, so that no row is without
 * one; and since the same file may arrive twice at once, whoever deletes looks for a row afterwards, and whoever has
 * written one looks for the object afterwards. Whichever comes last finds what is missing and puts it back.
 */

interface Content {
  type: DocumentType;
  /** Hexadecimal. */
  sha256: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export const objectKey = (claimId: number, sha256: string): string => `claims/${claimId}/${sha256}`;

/** Writes the object, before its row. */
export async function keep(ctx: Ctx, claimId: number, { type, sha256, bytes }: Content): Promise<void> {
  await ctx.files.put(objectKey(claimId, sha256), bytes, { sha256, httpMetadata: { contentType: type } });
}

/** Takes the object away again after its row could not be written, unless another request's row needs it. */
export async function discard(ctx: Ctx, claimId: number, content: Content): Promise<void> {
  if (await hasContent(ctx.db, claimId, content.sha256)) return;
  await ctx.files.delete(objectKey(claimId, content.sha256));
  if (await hasContent(ctx.db, claimId, content.sha256)) await keep(ctx, claimId, content);
}

/** Makes sure that the object is still there once its row is. */
export async function secure(ctx: Ctx, claimId: number, content: Content): Promise<void> {
  const found = await ctx.files.head(objectKey(claimId, content.sha256));
  if (!found) await keep(ctx, claimId, content);
}
