import * as z from 'zod';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import { sha256Hex, toHex } from '#worker/platform/crypto/bytes.ts';
import type { Statements } from '#worker/platform/db/client.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { tell } from '#worker/told/tell.ts';
import {
  insertSeals,
  readHead,
  type Sealed,
  type SealRow,
  sealNumbered,
  unsealedOccurrences,
} from './repository.ts';

/** Occurrences that one run seals. */
const AT_ONCE = 500;
/** What the first seal follows. */
export const GENESIS = { number: 0, seal: '0'.repeat(64) } as const;

type Head = Pick<SealRow, 'number' | 'seal'>;

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

/** SHA-256 of what is known of an occurrence, as JSON with its columns in alphabetical order; null once that was erased. */
export const digestOf = async ({ wallet, actor, data, request_id }: Sealed): Promise<string | null> =>
  data === null ? null : sha256Hex(JSON.stringify({ actor, data, request_id, wallet }));

/**
 * Makes seals: HMAC-SHA-256, hex, over the seal before and the occurrence with its data's digest, as JSON with its columns in
 * alphabetical order. A column that is added later changes no seal.
 */
export async function sealer(
  ctx: Ctx,
): Promise<(previous: string, occurrence: Sealed, digest: string) => Promise<string>> {
  const secret = await key(ctx);
  const encoder = new TextEncoder();
  return async (previous, { about, actor_kind, at, claim_id, id, key, kind, policy_id, v }, digest) => {
    const line = JSON.stringify({ about, actor_kind, at, claim_id, digest, id, key, kind, policy_id, v });
    const bytes = await crypto.subtle.sign('HMAC', secret, encoder.encode(`${previous}${line}`));
    return toHex(new Uint8Array(bytes));
  };
}

/**
 * Seals the occurrences that have no seal, in the order of their ids, and publishes the new head: in the log and in the
 * bucket. Of two runs at once, one seals and the other does nothing. Throws, and seals nothing, while the log lacks the newest
 * head that the bucket keeps.
 */
export async function sealAuditLog(ctx: Ctx, most = AT_ONCE): Promise<void> {
  const [kept, newest, unsealed] = await Promise.all([
    latestHead(ctx),
    readHead(ctx.db),
    unsealedOccurrences(ctx.db, most),
  ]);
  if (kept) {
    const ours = newest?.number === kept.number ? newest : await sealNumbered(ctx.db, kept.number);
    if (ours?.seal !== kept.seal) return refuse(ctx, kept);
  }
  const { number, seal: before }: Head = newest ?? GENESIS;
  const seal = await sealer(ctx);
  const seals: SealRow[] = [];
  let previous = before;
  for (const line of unsealed) {
    const digest = (await digestOf(line)) ?? '';
    previous = await seal(previous, line, digest);
    seals.push({ number: line.id, digest, seal: previous, sealed_at: nowIso(ctx) });
  }
  const last = seals.at(-1) ?? newest;
  if (!last || last.number === kept?.number) return;
  if (seals.length > 0 && !(await commit(ctx, insertSeals(ctx.db, number, seals), () => false))) return;
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
