import * as claimsApi from '#domain/claims/api.ts';
import { notFound } from '#domain/errors.ts';
import type { AdminCtx, Ctx } from '#worker/platform/context.ts';
import { attachment } from '#worker/platform/files/inspect.ts';
import type { Download } from '#worker/platform/http/download.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { type DocumentRow, findDocument, findOwnDocument } from './repository.ts';

/**
 * A document of the actor's claim as a stream, always served as an attachment. 404 if missing or owned by
 * another wallet.
 */
export const getDocument = serve(claimsApi.getDocument, async (ctx, { id: claimId, document_id: id }) =>
  download(ctx, await findOwnDocument(ctx.db, { claimId, id, wallet: ctx.actor.wallet })),
);

/** A document of anyone's claim, for an administrator. 404 if missing. */
export async function anyDocument(ctx: AdminCtx, input: { claimId: number; id: string }): Promise<Download> {
  return download(ctx, await findDocument(ctx.db, input));
}

async function download(ctx: Ctx, row: DocumentRow | null): Promise<Download> {
  if (!row) throw notFound('There is no such document.');
  const object = await ctx.files.get(row.object_key);
  if (!object) throw new Error(`The file of document ${row.id} is missing`);
  return { headers: headersOf(row), body: object.body };
}

const headersOf = ({ type, size, sha256, file_name }: DocumentRow) => ({
  'Content-Type': type,
  'Content-Length': String(size),
  'Content-Disposition': attachment(file_name, type),
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'private, no-store',
  ETag: `"${sha256}"`,
});
