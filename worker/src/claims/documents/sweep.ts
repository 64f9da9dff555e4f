import type { Ctx } from '#worker/platform/context.ts';
import { moveMark, readMark } from '#worker/platform/db/job-marks.ts';
import { keysOfContents } from './repository.ts';
import { hashIn } from './store.ts';

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
