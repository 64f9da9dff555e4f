import * as adminChainsApi from '#domain/admin/chains-api.ts';
import { auditLogLine } from '#worker/admin/audit-log-line.ts';
import { isLogged } from '#worker/admin/repository.ts';
import { chainName, chainOf, isoOf } from '#worker/platform/context.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { haltsInEffect } from '#worker/settlement/watch/halts.ts';
import { claimOfProposal, findReason } from './repository.ts';

const ACTIONS = { veto: 'chain.vetoed', halt: 'chain.payouts_halted', lift: 'chain.halt_lifted' } as const;

/** Notes the reason in the audit log, on the claim where a payout was vetoed. Repeating it changes nothing. */
export const noteStop = serve(
  adminChainsApi.noteStop,
  async (ctx, { chain_id, action, reason, transaction_hash, quote_id }) => {
    const { id } = chainOf(ctx, chain_id);
    const claim = quote_id === undefined ? null : await claimOfProposal(ctx.db, id, quote_id.toLowerCase());
    const line = {
      action: claim === null ? ACTIONS[action] : 'claim.payout_vetoed',
      subject: claim === null ? `contract:${id}` : `claim:${claim}`,
      after: { tx_hash: transaction_hash.toLowerCase(), reason },
    };
    if (!(await isLogged(ctx.db, line))) await auditLogLine(ctx, line);
  },
);

/** The halts that are in effect, each with who set it and why. */
export const readHalts = serve(adminChainsApi.listHalts, async (ctx) => {
  const halts = await haltsInEffect(ctx);
  return Promise.all(
    halts.map(async ({ chain, by, until, txHash }) => {
      const said = await findReason(ctx.db, `contract:${chain.id}`, ACTIONS.halt, txHash);
      return {
        network: chainName(ctx, chain.id),
        until: isoOf(until),
        wallet: by,
        halted_by: said?.name ?? null,
        reason: said?.reason ?? null,
      };
    }),
  );
});
