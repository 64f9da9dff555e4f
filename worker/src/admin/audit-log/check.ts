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
import { occurrencesAfter, readHead, readTail, type SealRow, sealNumbered, sealsFrom } from './repository.ts';
import { digestOf, GENESIS, latestHead, sealer } from './seal.ts';

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
    const before = from === 1 ? GENESIS : read.find(({ number }) => number === from - 1);
    const seals = read.filter(({ number }) => number >= from).slice(0, most);
    const last = seals.at(-1)?.number ?? from - 1;
    const more = last < head.number && seals.length > 0;
    const faults = await faultsIn(ctx, from, before?.seal ?? null, seals);
    const tail = await readTail(ctx.db, head.number);
    if (!more) faults.push(...(await faultsAtTheEnd(ctx, { head, tail, kept })));
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

/** Faults of a range of seals. The one before them is null if it is missing. */
async function faultsIn(
  ctx: Ctx,
  from: number,
  before: string | null,
  seals: readonly SealRow[],
): Promise<Fault[]> {
  const last = seals.at(-1);
  if (!last) return [];
  const lines = await occurrencesAfter(ctx.db, from - 1, seals.length + ROOM, last.number);
  const lineOf = new Map(lines.map((line) => [line.id, line]));
  const sealOf = new Map(seals.map((seal) => [seal.number, seal]));
  const numbers = [...new Set([...lineOf.keys(), ...sealOf.keys()])].sort((one, other) => one - other);
  const seal = await sealer(ctx);
  const faults: Fault[] = [];
  const miss = (detail: string, number: number) => faults.push(fault(number, 'missing', detail));
  let previous = before;
  let expected = from;
  if (previous === null) miss(`Seal ${from - 1} is missing.`, from - 1);
  for (const number of numbers) {
    // Ids are given without gaps, also where a batch was rolled back: what is missing between them was written and deleted.
    const gap = number > expected ? goneBetween(expected, number - 1) : null;
    const first = expected;
    expected = number + 1;
    const [line, sealed] = [lineOf.get(number), sealOf.get(number)];
    const holds =
      !line || !sealed || previous === null || (await seal(previous, line, sealed.digest)) === sealed.seal;
    // What is gone may have had seals, and then nothing tells whether the next line is as it was.
    if (gap) miss(holds ? gap : `${gap} Line ${number} can no longer be checked.`, first);
    if (!sealed) {
      const added = `Line ${number} was added between lines that were sealed before it.`;
      faults.push(fault(number, 'tampered', added));
      continue;
    }
    if (!line) miss(`Line ${number} was sealed and has since been deleted.`, number);
    else {
      const digest = await digestOf(line);
      if (digest === null) {
        faults.push(fault(number, 'erased', `What was known of line ${number} has been erased.`));
      }
      if (!(holds || gap) || (digest ?? sealed.digest) !== sealed.digest) {
        faults.push(fault(number, 'tampered', `Line ${number} differs from what was sealed.`));
      }
    }
    previous = sealed.seal;
  }
  return faults;
}

/** Lines that are gone, and their seals, if they had any. */
const goneBetween = (first: number, last: number): string =>
  first === last
    ? `Line ${first} was written and has since been deleted.`
    : `Lines ${first} to ${last} were written and have since been deleted.`;

async function faultsAtTheEnd(
  ctx: Ctx,
  {
    head,
    tail,
    kept,
  }: {
    head: { number: number };
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
  const gone = tail.newest - head.number - tail.unsealed;
  if (gone > 0) {
    const lines = gone === 1 ? 'line was' : 'lines were';
    faults.push(fault(head.number, 'missing', `${gone} ${lines} deleted before the next sealing.`));
  }
  if (tail.given > tail.newest) {
    faults.push(fault(head.number, 'cut_off', goneBetween(tail.newest + 1, tail.given)));
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
