import * as z from 'zod';
import { APPROVAL_DAYS, type ApprovalKind } from '#domain/admin/approvals-schema.ts';
import { DAY_MS } from '#domain/days.ts';
import { conflict } from '#domain/errors.ts';
import type { Call } from '#domain/http/call.ts';
import { type AdminCtx, nowIso } from '#worker/platform/context.ts';
import { approvalBinding } from '#worker/platform/crypto/bindings.ts';
import { open, seal } from '#worker/platform/crypto/sealed.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { recordAct } from '#worker/told/record.ts';
import { tell } from '#worker/told/tell.ts';
import { type ApprovalRow, endApproval, insertApproval, openAbout } from './repository.ts';

type Values = Readonly<Record<string, unknown>>;

/** A call that a second administrator has to confirm. */
export interface Wanted {
  kind: ApprovalKind;
  /** What it changes. There is one open approval for it. */
  subject: string;
  /** The version of that; 0 for what isn't there yet. */
  version: number;
  /** What the audit log keeps of it: nothing personal. */
  before: Values;
  after: Values;
  call: Call;
  /** What the call gets, as a request would have it. */
  input: { params?: object; body: object };
}

const given = z.record(z.string(), z.unknown());
const callInput = z.object({ params: given.optional(), body: given });

/** What the call of an open approval gets. */
export const openInput = async (ctx: AdminCtx, { id, sealed_input }: ApprovalRow) =>
  callInput.parse(await open(ctx.settings.detailsKeys, sealed_input ?? '', approvalBinding(id)));

/** What the audit log has an approval under. Of an invitation it doesn't keep the address. */
export const loggedSubject = ({ id, kind, subject }: Pick<ApprovalRow, 'id' | 'kind' | 'subject'>): string =>
  kind === 'invite' ? `approval:${id}` : subject;

/**
 * Says whether these changes wait for a second administrator, and answers the statements that store what waits in place of
 * what the same one proposed about it before. As the second administrator confirms the call, nothing waits, and the
 * statements, whose guards lead its batch, end its approval. 409 if someone else's approval about one of them waits.
 */
export async function askSecondPerson(
  ctx: AdminCtx,
  wanted: readonly Wanted[],
): Promise<{ waits: boolean; statements: readonly Statement[] }> {
  if (ctx.confirms) return { waits: false, statements: ctx.confirms.statements };
  if (wanted.length === 0) return { waits: false, statements: [] };
  const now = nowIso(ctx);
  const found = await openAbout(
    ctx.db,
    wanted.map(({ subject }) => subject),
  );
  const isExpired = ({ expires_at }: ApprovalRow) => expires_at <= now;
  if (found.some((row) => row.proposed_by !== ctx.admin.id && !isExpired(row))) {
    throw conflict('There is already an open approval for this. Please confirm or refuse it first.');
  }
  const waiting = await Promise.all(
    found
      .filter((row) => !isExpired(row))
      .map(async (row) => ({ ...row, input: JSON.stringify(await openInput(ctx, row)) })),
  );
  const isWaiting = ({ subject, version, input }: Wanted) =>
    waiting.some(
      (row) => row.subject === subject && row.version === version && row.input === JSON.stringify(input),
    );
  const more = wanted.filter((each) => !isWaiting(each));
  const replaced = found.filter((row) => more.some(({ subject }) => subject === row.subject));
  const ended = replaced.flatMap((row) =>
    isExpired(row)
      ? [endApproval(ctx.db, row, { status: 'expired', decided_by: null, decided_at: now })]
      : [
          endApproval(ctx.db, row, { status: 'withdrawn', decided_by: ctx.admin.id, decided_at: now }),
          recordAct(ctx, { action: 'approval.withdrawn', subject: loggedSubject(row) }),
        ],
  );
  const proposed = await Promise.all(more.map((each) => storeProposal(ctx, each, now)));
  return { waits: true, statements: [...ended, ...proposed.flat()] };
}

async function storeProposal(ctx: AdminCtx, wanted: Wanted, now: string): Promise<Statement[]> {
  const { kind, subject, version, before, after, call, input } = wanted;
  const id = crypto.randomUUID();
  return [
    insertApproval(ctx.db, {
      id,
      kind,
      subject,
      version,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      call: call.id,
      sealed_input: await seal(ctx.settings.detailsKeys, input, approvalBinding(id)),
      proposed_by: ctx.admin.id,
      proposed_at: now,
      expires_at: new Date(Date.parse(now) + APPROVAL_DAYS * DAY_MS).toISOString(),
    }),
    ...tell(ctx, 'change_proposed', { wallet: null, key: `approval:${id}`, adminId: ctx.admin.id }, {}),
    recordAct(ctx, {
      action: 'approval.made',
      subject: loggedSubject({ id, kind, subject }),
      before,
      after,
    }),
  ];
}
