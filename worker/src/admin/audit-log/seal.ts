import * as z from 'zod';
import type { AuditLogRow } from '#worker/admin/repository.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import type { Statements } from '#worker/platform/db/client.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { tell } from '#worker/told/tell.ts';
import { insertSeals, readHead, type SealRow, sealNumbered, unsealedLines } from './repository.ts';

/** Lines that one run seals. */
const AT_ONCE = 500;
/** What the first seal follows. */
export const GENESIS = { number: 0, seal: '0'.repeat(64), audit_log_id: 0 } as const;

export type Head = Pick<SealRow, 'number' | 'seal' | 'audit_log_id'>;

/** Where a head is kept beside the database. No other head has this name, so none is ever overwritten. */
const headKey = ({ number, seal }: Published) => `audit-log/heads/${number}-${seal}`;
/** The newest of them. */
const LATEST_HEAD = 'audit-log/latest';
const storedHead = z.object({ number: z.number().int(), seal: z.string() });
type Published = z.output<typeof storedHead>;

/** The newest head that the bucket keeps; null before the first. */
export async function latestHead(ctx: Ctx): Promise<(Published & { etag: string }) | null> {
  const object = await ctx.files.get(LATEST_HEAD);
  return object && { ...storedHead.parse(await object.json()), etag: object.etag };
}

const key = (ctx: Ctx) =>
  crypto.subtle.importKey('raw', ctx.settings.auditLogSecret, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);

/** A line's row as JSON with its columns in alphabetical order. A column that is added later changes no seal. */
function canonical({ action, admin_id, after, at, before, id, request_id, subject }: AuditLogRow): string {
  return JSON.stringify({ action, admin_id, after, at, before, id, request_id, subject });
}

/** Makes seals: HMAC-SHA-256, hex, over the seal before, the number and the line. */
export async function sealer(
  ctx: Ctx,
): Promise<(previous: string, number: number, line: AuditLogRow) => Promise<string>> {
  const secret = await key(ctx);
  const encoder = new TextEncoder();
  return async (previous, number, line) => {
    const bytes = await crypto.subtle.sign(
      'HMAC',
      secret,
      encoder.encode(`${previous}${number}${canonical(line)}`),
    );
    return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
  };
}

/**
 * Numbers and seals the audit log lines that have none, in the order of their ids, and publishes the new head: in the log and
 * in the bucket. Of two runs at once, one seals and the other does nothing. Throws, and seals nothing, while the log lacks
 * the newest head that the bucket keeps.
 */
export async function sealAuditLog(ctx: Ctx, most = AT_ONCE): Promise<void> {
  const kept = await latestHead(ctx);
  if (kept && (await sealNumbered(ctx.db, kept.number))?.seal !== kept.seal) return refuse(ctx, kept);
  const newest = await readHead(ctx.db);
  const head: Head = newest ?? GENESIS;
  const lines = await unsealedLines(ctx.db, head.audit_log_id, most);
  const seal = await sealer(ctx);
  const seals: SealRow[] = [];
  let previous = head.seal;
  for (const [index, line] of lines.entries()) {
    const number = head.number + index + 1;
    previous = await seal(previous, number, line);
    seals.push({ number, audit_log_id: line.id, seal: previous, sealed_at: nowIso(ctx) });
  }
  const last = seals.at(-1) ?? newest;
  if (!last || last.number === kept?.number) return;
  if (seals.length > 0 && !(await commit(ctx, insertSeals(ctx.db, head.number, seals), () => false))) return;
  const published = { number: last.number, seal: last.seal, sealed_at: last.sealed_at };
  ctx.log.info('audit_log_head', published);
  const text = JSON.stringify(published);
  await ctx.files.put(headKey(last), text);
  // If another run was faster, the next one publishes what is newer.
  const onlyIf = kept ? { etagMatches: kept.etag } : { etagDoesNotMatch: '*' };
  await ctx.files.put(LATEST_HEAD, text, { onlyIf });
}

/** Tells the desk that sealed lines were cut off or replaced. */
async function refuse(ctx: Ctx, { number, seal }: Published): Promise<never> {
  const key = `audit_log:${number}:${seal}`;
  await ctx.db.batch(tell(ctx, 'audit_log_cut', { wallet: null, key }, {}) as Statements);
  throw new Error(`The audit log lacks the head ${number} that the bucket keeps: sealed lines are gone.`);
}
