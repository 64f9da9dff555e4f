import type { ProposalKind } from '../../../../domain/admin/proposals-schema.ts';
import { AppError } from '../../../../domain/errors.ts';
import { deskNotice } from '../../delivery/mail/desk-notice.ts';
import { type AdminCtx, nowIso } from '../../platform/context.ts';
import type { Statement } from '../../platform/db/client.ts';
import { audit } from '../audit.ts';
import { endProposal, insertProposal, openAbout, type ProposalRow } from './repository.ts';

export interface Wanted {
  kind: ProposalKind;
  /** What it changes. There is one open proposal for it. */
  subject: string;
  before: Readonly<Record<string, unknown>>;
  after: Readonly<Record<string, unknown>>;
}

/** What the audit log has a proposal under. Of an invitation it keeps neither name nor address. */
export const auditSubject = ({ id, kind, subject }: Pick<ProposalRow, 'id' | 'kind' | 'subject'>): string =>
  kind === 'invite' ? `proposal:${id}` : subject;
export const auditValues = (kind: ProposalKind, values: Readonly<Record<string, unknown>>) =>
  kind === 'invite' ? { role: values.role } : values;

/**
 * Statements that propose changes to a second administrator, in place of what the same one proposed about them before. 409
 * if someone else's proposal about one of them waits.
 */
export async function propose(ctx: AdminCtx, wanted: readonly Wanted[]): Promise<Statement[]> {
  if (wanted.length === 0) return [];
  const waiting = await openAbout(
    ctx.db,
    wanted.map(({ subject }) => subject),
  );
  if (waiting.some(({ proposedBy }) => proposedBy !== ctx.admin.id)) {
    throw new AppError(
      'conflict',
      'Another proposal about this waits for a second administrator. Please confirm or refuse it first.',
    );
  }
  const now = nowIso(ctx);
  const decision = { status: 'withdrawn', decidedBy: ctx.admin.id, decidedAt: now } as const;
  return [
    ...waiting.flatMap((row) => [
      endProposal(ctx.db, row, decision),
      audit(ctx, { action: 'proposal.withdrawn', subject: auditSubject(row) }),
    ]),
    ...wanted.flatMap((each) => proposed(ctx, each, now)),
  ];
}

function proposed(ctx: AdminCtx, { kind, subject, before, after }: Wanted, now: string): Statement[] {
  const id = crypto.randomUUID();
  return [
    insertProposal(ctx.db, {
      ...{ id, kind, subject, proposedBy: ctx.admin.id, proposedAt: now },
      before: JSON.stringify(before),
      after: JSON.stringify(after),
    }),
    deskNotice(ctx, { notice: 'veto', key: `proposal:${id}`, about: 'proposal', except: ctx.admin.id }),
    audit(ctx, {
      action: 'proposal.made',
      subject: auditSubject({ id, kind, subject }),
      before: auditValues(kind, before),
      after: auditValues(kind, after),
    }),
  ];
}
