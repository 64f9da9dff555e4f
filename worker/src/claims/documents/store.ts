import type { DocumentType } from '#domain/files.ts';
import { aboutNow } from '#worker/claims/repository.ts';
import type { Ctx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { moveMark, readMark } from '#worker/platform/db/job-marks.ts';
import { record } from '#worker/told/record.ts';
import { hasContent, keysOfContents, type OwnClaim } from './repository.ts';

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

/** Statement that records documents by their names. */
export const recordAdded = (ctx: Ctx, { id, status }: OwnClaim, names: string[]): Statement =>
  record(ctx, 'claim_documents_added', { ...aboutNow(id), key: ctx.requestId }, { status, names });

export const objectKey = (claimId: number, sha256: string): string => `claims/${claimId}/${sha256}`;

/** The content's hash in such a key. */
const hashIn = (key: string): string => key.slice(key.lastIndexOf('/') + 1);

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

const MARK = 'claim documents';
const FOLDER = 'claims/';
/** Much longer than an upload takes between its object and its row; after that it was interrupted. */
const UPLOAD_MS = 3_600_000;
/** Objects that one run looks at, below D1's limit of 100 parameters per statement. */
const AT_ONCE = 90;

const isOld = (ctx: Ctx, { uploaded }: R2Object) => uploaded.getTime() <= ctx.clock() - UPLOAD_MS;

/**
 * Deletes documents that a crash left in the bucket without a row. Each run looks at the next objects in the order of
 * their keys, and begins again after the last one.
 */
export async function sweepDocuments(ctx: Ctx): Promise<void> {
  const startAfter = await readMark(ctx.db, MARK);
  const found = await ctx.files.list({
    prefix: FOLDER,
    limit: AT_ONCE,
    ...(startAfter ? { startAfter } : {}),
  });
  const last = found.objects.at(-1)?.key;
  const next = found.truncated && last !== undefined ? last : '';
  const old = found.objects.filter((object) => isOld(ctx, object)).map(({ key }) => key);
  const known = old.length === 0 ? new Set() : await keysOfContents(ctx.db, old.map(hashIn));
  for (const key of old.filter((each) => !known.has(each))) {
    // The same file may be uploaded again at this moment; its upload then notices what is missing (store.ts).
    const now = await ctx.files.head(key);
    if (!now || !isOld(ctx, now)) continue;
    await ctx.files.delete(key);
    ctx.log.warn('document_swept');
  }
  if (next !== (startAfter ?? '')) await moveMark(ctx.db, MARK, next);
}
