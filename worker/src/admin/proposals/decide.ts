import { SETTING_DEFAULTS, settingText } from '../../../../domain/admin/settings-schema.ts';
import { AppError } from '../../../../domain/errors.ts';
import { type AdminCtx, nowIso } from '../../platform/context.ts';
import type { Statement, Statements } from '../../platform/db/client.ts';
import { commit } from '../../platform/db/commit.ts';
import { enable, invitation, setRole } from '../admins/apply.ts';
import { audit } from '../audit.ts';
import { whyNot } from '../second-person/allowed.ts';
import { auditSubject, auditValues } from '../second-person/propose.ts';
import {
  endProposal,
  everyone,
  findProposal,
  guardAdministrators,
  guardOpen,
  type ProposalRow,
} from '../second-person/repository.ts';
import { guardValue, setSetting } from '../settings/repository.ts';
import { type Change, changeOf } from './change.ts';

const over = () =>
  new AppError(
    'conflict',
    'This proposal was decided or withdrawn meanwhile. Please look at the list again.',
  );
const moved = () =>
  new AppError(
    'conflict',
    'What it changes is no longer as it was when it was proposed. Please refuse it and propose it anew.',
  );

async function openOne(ctx: AdminCtx, id: string): Promise<ProposalRow> {
  const found = await findProposal(ctx.db, id);
  if (!found) throw new AppError('not_found', 'There is no such proposal.');
  if (found.status !== 'open') throw over();
  return found;
}

/**
 * Puts a proposal into effect as its second administrator. 409 for one's own, for an account that its proposer may hold, and
 * when what it changes is no longer as it was.
 */
export async function confirmProposal(ctx: AdminCtx, id: string): Promise<null> {
  const proposal = await openOne(ctx, id);
  const refusal = whyNot(proposal, ctx.admin.id, await everyone(ctx.db));
  if (refusal !== null) throw new AppError('conflict', refusal);
  const applied = await apply(ctx, proposal, changeOf(proposal));
  const statements: Statements = [
    guardOpen(ctx.db, id),
    guardAdministrators(ctx.db, [ctx.admin.id, proposal.proposedBy]),
    ...ending(ctx, proposal, 'confirmed'),
    ...applied.statements,
  ];
  await commit(ctx, statements, async () => {
    await openOne(ctx, id);
    throw moved();
  });
  ctx.log.info('proposal_confirmed', { kind: proposal.kind });
  await applied.after?.();
  return null;
}

/** Refuses a proposal, or withdraws it if it is one's own. */
export async function refuseProposal(ctx: AdminCtx, id: string): Promise<null> {
  const proposal = await openOne(ctx, id);
  const status = proposal.proposedBy === ctx.admin.id ? 'withdrawn' : 'refused';
  await commit(ctx, [guardOpen(ctx.db, id), ...ending(ctx, proposal, status)], () => {
    throw over();
  });
  return null;
}

function ending(
  ctx: AdminCtx,
  proposal: ProposalRow,
  status: 'confirmed' | 'refused' | 'withdrawn',
): Statement[] {
  const decision = { status, decidedBy: ctx.admin.id, decidedAt: nowIso(ctx) };
  const values = (json: string) => auditValues(proposal.kind, JSON.parse(json) as Record<string, unknown>);
  return [
    endProposal(ctx.db, proposal, decision),
    audit(ctx, {
      ...{ action: `proposal.${status}`, subject: auditSubject(proposal) },
      before: { ...values(proposal.before), proposed_by: proposal.proposedBy },
      ...(status === 'confirmed' ? { after: values(proposal.after) } : {}),
    }),
  ];
}

interface Applied {
  statements: readonly Statement[];
  /** What can follow only once these are written. */
  after?: () => Promise<unknown>;
}

async function apply(ctx: AdminCtx, { proposedBy }: ProposalRow, change: Change): Promise<Applied> {
  if (change.kind === 'invite') return invitation(ctx, { ...change, createdBy: proposedBy });
  if (change.kind === 'role') return { statements: setRole(ctx, change) };
  if (change.kind === 'enable') return { statements: enable(ctx, change) };
  const { key, before, after } = change;
  return {
    statements: [
      guardValue(ctx.db, key, before, settingText(SETTING_DEFAULTS[key])),
      setSetting(ctx.db, {
        ...{ key, value: after, at: nowIso(ctx) },
        ...{ by: proposedBy, confirmedBy: ctx.admin.id },
      }),
    ],
  };
}
