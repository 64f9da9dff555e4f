import type * as z from 'zod';
import * as adminAuditLogApi from '#domain/admin/audit-log-api.ts';
import type {
  AUDIT_LOG_FAULTS,
  auditLogCheck,
  auditLogCheckQuery,
  auditLogHead,
} from '#domain/admin/records-schema.ts';
import * as auditApi from '#domain/audit/api.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { linesBetween, readHead, readTail, type SealRow, sealNumbered, sealsFrom } from './repository.ts';
import { GENESIS, type Head, latestHead, sealer } from './seal.ts';

type Check = z.output<typeof auditLogCheck>;
type Fault = Check['faults'][number];

/** Seals that one call checks; the caller continues from `next_number`. */
const AT_ONCE = 500;
/** Lines beyond the seals of a range that are looked at: more would be a flood of forgeries. */
const ROOM = 100;

const fault = (number: number, kind: (typeof AUDIT_LOG_FAULTS)[number], detail: string): Fault => ({
  number,
  kind,
  detail,
});

const presentHead = (head: SealRow | null): z.output<typeof auditLogHead> => ({
  number: head?.number ?? 0,
  seal: head?.seal ?? GENESIS.seal,
  sealed_at: head?.sealed_at ?? null,
});

/** The newest seal, for anyone to keep. */
export const getAuditLogHead = serve(auditApi.getAuditLogHead, async (ctx) =>
  presentHead(await readHead(ctx.db)),
);

type Range = z.output<typeof auditLogCheckQuery> & { most?: number };

/**
 * Checks a range of seals against their lines, and at its end whether the log still reaches every head that was kept: ours in
 * the bucket, and one that the caller kept.
 */
export const checkAuditLog = serve(
  adminAuditLogApi.checkAuditLog,
  async (ctx: Ctx, { from = 1, head: kept, most = AT_ONCE }: Range) => {
    const newest = await readHead(ctx.db);
    const head = presentHead(newest);
    const read = await sealsFrom(ctx.db, from, most);
    const before: Head | null =
      from === 1 ? GENESIS : (read.find(({ number }) => number === from - 1) ?? null);
    const seals = read.filter(({ number }) => number >= from).slice(0, most);
    const last = seals.at(-1)?.number ?? from - 1;
    const more = last < head.number && seals.length > 0;
    const faults = await faultsIn(ctx, from, before, seals);
    const tail = await readTail(ctx.db, newest?.audit_log_id ?? 0);
    if (!more)
      faults.push(...(await faultsAtTheEnd(ctx, { head, sealedTo: newest?.audit_log_id ?? 0, tail, kept })));
    return {
      checked_from: from,
      checked_to: last,
      next_number: more ? last + 1 : null,
      head,
      unsealed: tail.unsealed,
      faults,
    };
  },
);

async function faultsIn(
  ctx: Ctx,
  from: number,
  before: Head | null,
  seals: readonly SealRow[],
): Promise<Fault[]> {
  const lastId = seals.at(-1)?.audit_log_id ?? 0;
  const firstId = before?.audit_log_id ?? (seals[0]?.audit_log_id ?? 1) - 1;
  const lines = await linesBetween(ctx.db, firstId, lastId, seals.length + ROOM);
  const byId = new Map(lines.map((line) => [line.id, line]));
  const seal = await sealer(ctx);
  const faults: Fault[] = [];
  let expected = from;
  let previous = before?.seal ?? null;
  let lastLine = before?.audit_log_id ?? null;
  if (previous === null && seals.length > 0) {
    faults.push(fault(from - 1, 'missing', `Seal ${from - 1} is missing.`));
  }
  for (const each of seals) {
    for (; expected < each.number; expected += 1) {
      faults.push(fault(expected, 'missing', `Seal ${expected} is missing.`));
      previous = null;
    }
    // Ids are given without gaps, also where a batch was rolled back: what is missing between them was written and deleted.
    if (lastLine !== null && previous !== null && each.audit_log_id > lastLine + 1) {
      faults.push(fault(each.number, 'missing', goneBetween(lastLine, each.audit_log_id)));
    }
    lastLine = each.audit_log_id;
    const line = byId.get(each.audit_log_id);
    if (!line)
      faults.push(
        fault(each.number, 'missing', `Line ${each.audit_log_id} of seal ${each.number} is missing.`),
      );
    // After a gap the seal before is unknown, and the gap itself is the fault.
    else if (previous !== null && (await seal(previous, each.number, line)) !== each.seal) {
      faults.push(
        fault(
          each.number,
          'tampered',
          `Line ${each.audit_log_id} differs from what was sealed as ${each.number}.`,
        ),
      );
    }
    byId.delete(each.audit_log_id);
    previous = each.seal;
    expected = each.number + 1;
  }
  for (const { id } of byId.values()) {
    faults.push(
      fault(expected - 1, 'tampered', `Line ${id} was added between lines that were sealed before it.`),
    );
  }
  return faults;
}

/** Lines that were deleted before anything sealed them. */
const goneBetween = (before: number, after: number): string =>
  after === before + 2
    ? `Line ${before + 1} was written and has since been deleted.`
    : `Lines ${before + 1} to ${after - 1} were written and have since been deleted.`;

async function faultsAtTheEnd(
  ctx: Ctx,
  {
    head,
    sealedTo,
    tail,
    kept,
  }: {
    head: { number: number };
    sealedTo: number;
    tail: { unsealed: number; newest: number; given: number };
    kept: string | undefined;
  },
): Promise<Fault[]> {
  const [number = '', seal = ''] = kept?.split(':') ?? [];
  const heads = [
    { name: 'our bucket', head: await latestHead(ctx) },
    { name: 'you', head: kept === undefined ? null : { number: Number(number), seal } },
  ];
  const faults: Fault[] = [];
  const gone = tail.newest - sealedTo - tail.unsealed;
  if (gone > 0) {
    const lines = gone === 1 ? 'line was' : 'lines were';
    faults.push(fault(head.number, 'missing', `${gone} ${lines} deleted before the next sealing.`));
  }
  if (tail.given > tail.newest) {
    faults.push(
      fault(
        head.number,
        'cut_off',
        `Lines ${tail.newest + 1} to ${tail.given} were written and have since been deleted.`,
      ),
    );
  }
  for (const { name, head: wanted } of heads) {
    if (wanted === null) continue;
    if (wanted.number > head.number) {
      faults.push(
        fault(
          wanted.number,
          'cut_off',
          `The head ${wanted.number} that ${name} kept is beyond the last seal.`,
        ),
      );
      continue;
    }
    const ours = wanted.number === 0 ? GENESIS : await sealNumbered(ctx.db, wanted.number);
    if (ours?.seal !== wanted.seal) {
      faults.push(
        fault(
          wanted.number,
          'unknown_head',
          `The head ${wanted.number} that ${name} kept does not match this log.`,
        ),
      );
    }
  }
  return faults;
}
