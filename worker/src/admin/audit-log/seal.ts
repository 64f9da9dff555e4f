import { type Ctx, nowIso } from '../../platform/context.ts';
import { commit } from '../../platform/db/commit.ts';
import type { AuditLogRow } from '../repository.ts';
import { insertSeals, readHead, type SealRow, unsealedLines } from './repository.ts';

/** Lines that one run seals. */
const AT_ONCE = 500;
/** What the first seal follows. */
export const GENESIS = { number: 0, seal: '0'.repeat(64), auditLogId: 0 } as const;

export type Head = Pick<SealRow, 'number' | 'seal' | 'auditLogId'>;

/** Where a head is kept beside the database. */
const headKey = (number: number) => `audit-log/heads/${number}`;
/** The newest of them. */
export const LATEST_HEAD = 'audit-log/latest';

const key = (ctx: Ctx) =>
  crypto.subtle.importKey('raw', ctx.settings.auditLogSecret, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);

/** A line's row as JSON with its columns in alphabetical order. A column that is added later changes no seal. */
function canonical({ action, adminId, after, at, before, id, requestId, subject }: AuditLogRow): string {
  return JSON.stringify({ action, admin_id: adminId, after, at, before, id, request_id: requestId, subject });
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
 * in the bucket. Of two runs at once, one seals and the other does nothing.
 */
export async function sealAuditLog(ctx: Ctx, most = AT_ONCE): Promise<void> {
  const head: Head = (await readHead(ctx.db)) ?? GENESIS;
  const lines = await unsealedLines(ctx.db, head.auditLogId, most);
  const seal = await sealer(ctx);
  const seals: SealRow[] = [];
  let previous = head.seal;
  for (const [index, line] of lines.entries()) {
    const number = head.number + index + 1;
    previous = await seal(previous, number, line);
    seals.push({ number, auditLogId: line.id, seal: previous, sealedAt: nowIso(ctx) });
  }
  const last = seals.at(-1);
  if (!last) return;
  if (!(await commit(ctx, insertSeals(ctx.db, head.number, seals), () => false))) return;
  const published = { number: last.number, seal: last.seal, sealed_at: last.sealedAt };
  ctx.log.info('audit_log_head', published);
  const text = JSON.stringify(published);
  await Promise.all([headKey(last.number), LATEST_HEAD].map((name) => ctx.files.put(name, text)));
}
