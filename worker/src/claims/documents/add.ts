import * as claimsApi from '#domain/claims/api.ts';
import { CLAIM_MEANING } from '#domain/claims/lifecycle.ts';
import { reviewDue } from '#domain/claims/rules.ts';
import { AppError, conflict } from '#domain/errors.ts';
import {
  DOCUMENT_TYPES,
  type DocumentType,
  MAX_DOCUMENT_BYTES,
  MAX_DOCUMENTS_PER_CLAIM,
} from '#domain/files.ts';
import { knownClaim } from '#worker/claims/get.ts';
import { presentDocument } from '#worker/claims/present.ts';
import { nowIso, type WalletCtx } from '#worker/platform/context.ts';
import { sha256Hex } from '#worker/platform/crypto/bytes.ts';
import { isConstraintFailure } from '#worker/platform/db/guard.ts';
import { type FileProblem, fileName, filesOf, inspect, type Upload } from '#worker/platform/files/inspect.ts';
import { withoutPosition } from '#worker/platform/files/without-position.ts';
import { reply, serve } from '#worker/platform/http/serve.ts';
import {
  countDocuments,
  type DocumentRow,
  findOwnWithDocuments,
  guardCapacity,
  insertDocuments,
  type OwnClaim,
} from './repository.ts';
import { discard, keep, objectKey, recordAdded, secure } from './store.ts';

/** Attempts per upload when others change the same claim at that moment. */
const ATTEMPTS = 5;

interface Checked {
  name: string;
  type: DocumentType;
  sha256: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Adds files to the actor's claim, all or none. They are read only after the claim is known to accept
 * files. A file that the claim already has isn't stored again. 413, 415 or 422 with a sentence per
 * rejected file; 409 if the claim is paid or full.
 */
export const addDocuments = serve(claimsApi.addDocuments, async (ctx, { id }, request) => {
  const first = knownClaim(await findOwnWithDocuments(ctx.db, id, ctx.actor.wallet));
  requireOpen(first.claim);
  const files = await check(await filesOf(request));
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const { claim, documents } =
      attempt === 0 ? first : ((await findOwnWithDocuments(ctx.db, id, ctx.actor.wallet)) ?? first);
    requireOpen(claim);
    const known = new Set(documents.map((document) => document.sha256));
    const more = files.filter((file) => !known.has(file.sha256));
    if (more.length === 0) {
      return reply({ data: { added: [], documents: documents.map(presentDocument) }, status: 200 });
    }
    requireCapacity(documents.length, more.length);
    const rows = await store(ctx, claim, more);
    if (rows) {
      const data = {
        added: rows.map(presentDocument),
        documents: [...documents, ...rows].map(presentDocument),
      };
      return reply({ data, status: 201 });
    }
  }
  throw conflict('Other files are being added to this claim. Please try again.');
});

function requireOpen({ status }: OwnClaim): void {
  if (CLAIM_MEANING[status].takesDocuments) return;
  throw conflict('This claim has been paid, so nothing more can be added to it.');
}

function requireCapacity(has: number, more: number): void {
  const left = MAX_DOCUMENTS_PER_CLAIM - has;
  if (more <= left) return;
  const capacity = left === 0 ? 'It already has that many.' : `${left} more can be added.`;
  throw conflict(`A claim takes at most ${MAX_DOCUMENTS_PER_CLAIM} documents. ${capacity}`);
}

/** The worst refusal decides the status. */
const SEVERITY: readonly FileProblem['code'][] = ['payload_too_large', 'unsupported_media_type', 'invalid'];

/** Files deduplicated by content. A refusal names every rejected file. */
async function check(uploads: readonly Upload[]): Promise<Checked[]> {
  const files = new Map<string, Checked>();
  const problems: { code: FileProblem['code']; path: string; message: string }[] = [];
  for (const [index, { name, bytes }] of uploads.entries()) {
    const found = inspect(bytes, DOCUMENT_TYPES, MAX_DOCUMENT_BYTES);
    if ('code' in found) {
      const shown = fileName(name, 'application/pdf');
      problems.push({ code: found.code, path: `files.${index}`, message: `“${shown}” ${found.reason}` });
      continue;
    }
    const { type } = found;
    const stored = withoutPosition(bytes, type);
    const hash = await sha256Hex(stored);
    files.set(hash, { name: fileName(name, type), type, sha256: hash, bytes: stored });
  }
  const code = SEVERITY.find((each) => problems.some((problem) => problem.code === each));
  if (!code) return [...files.values()];
  throw new AppError(code, problems.map(({ message }) => message).join(' '), {
    issues: problems.map(({ path, message }) => ({ path, message })),
  });
}

/** Null if something changed meanwhile; then no file is left behind. */
async function store(
  ctx: WalletCtx,
  claim: OwnClaim,
  files: readonly Checked[],
): Promise<DocumentRow[] | null> {
  const now = nowIso(ctx);
  const rows = files.map(
    (file): DocumentRow => ({
      id: `doc_${crypto.randomUUID()}`,
      claim_id: claim.id,
      wallet: claim.wallet,
      file_name: file.name,
      type: file.type,
      size: file.bytes.length,
      sha256: file.sha256,
      object_key: objectKey(claim.id, file.sha256),
      created_at: now,
    }),
  );
  const dueAt = new Date(reviewDue(claim.amount_cents, ctx.clock())).toISOString();
  try {
    for (const file of files) await keep(ctx, claim.id, file);
    await ctx.db.batch([
      guardCapacity(ctx.db, claim, rows.length),
      ...insertDocuments(ctx.db, rows),
      countDocuments(ctx.db, claim, { more: rows.length, dueAt, now }),
      recordAdded(
        ctx,
        claim,
        files.map(({ name }) => name),
      ),
    ]);
  } catch (error) {
    for (const file of files) await discard(ctx, claim.id, file);
    if (isConstraintFailure(error)) return null;
    throw error;
  }
  for (const file of files) await secure(ctx, claim.id, file);
  ctx.log.info('documents_added', { claim: claim.id, count: rows.length });
  return rows;
}
