import type * as z from 'zod';
import type { chainRecord, PolicyRequestDetail } from '#domain/admin/policies-schema.ts';
import { DAY_SECONDS } from '#domain/days.ts';
import { formatUsd } from '#domain/money.ts';
import { shownWallet } from '#worker/platform/chain/address.ts';
import { ifReachable } from '#worker/platform/chain/chain.ts';
import type { RegistryEntry } from '#worker/platform/chain/terms.ts';
import { type AdminCtx, isoOf } from '#worker/platform/context.ts';
import { momentText } from '#worker/platform/pdf/format.ts';
import type { PolicyRow } from '#worker/policies/repository.ts';

type OnChain = Pick<PolicyRequestDetail, 'chain' | 'chain_problem' | 'changes_holder' | 'holder_change'>;

const nothing = (chain_problem: string, changes_holder = false): OnChain => ({
  chain: null,
  chain_problem,
  changes_holder,
  holder_change: null,
});

/** A change of holder lapses so long after its proposal, in seconds. */
const LAPSE = 30 * DAY_SECONDS;

/**
 * What the registry says about a policy now, and whether our record agrees. Without the chain it is null, with a sentence.
 * @param outsideUsd whole US dollars paid on the policy outside the chain
 */
export async function readOnChain(ctx: AdminCtx, row: PolicyRow, outsideUsd: number): Promise<OnChain> {
  const { policy, quote } = row;
  const chain = ctx.chains.find(({ id }) => id === policy.chain_id);
  if (!chain) return nothing('This network is not configured, so its registry cannot be read.');
  const registered = { id: policy.quote_id, contract: quote.contract };
  const read = Promise.all([
    chain.registered(registered),
    chain.changesHolder ? chain.holderChange(registered) : null,
  ]);
  const found = await ifReachable(read, ({ message }) => {
    ctx.log.warn('policy_chain_unreachable', { chain: chain.id, reason: message });
    return null;
  });
  if (found === null) return nothing('The network cannot be reached at the moment.', chain.changesHolder);
  const [entry, change] = found;
  if (entry === null) return nothing('The registry does not know this policy.', chain.changesHolder);
  const differences = differencesOf(row, entry, outsideUsd);
  const shown = (wallet: string) => shownWallet(ctx.settings, wallet);
  const record: z.output<typeof chainRecord> = {
    enforced_by: chain.enforcedBy,
    contract: shown(quote.contract),
    holder: shown(entry.holder),
    active: entry.active,
    start: isoOf(entry.start),
    end: isoOf(entry.end),
    coverage_usd: entry.coverageUsd,
    paid_out_usd: entry.paidOutUsd,
    claims: entry.claims,
    agrees: differences.length === 0,
    differences,
  };
  return {
    chain: record,
    chain_problem: null,
    changes_holder: chain.changesHolder,
    holder_change: change && {
      new_holder: shown(change.newHolder),
      proposed_at: isoOf(change.lapsesAt - LAPSE),
      effective_at: change.effectiveAt === null ? null : isoOf(change.effectiveAt),
      lapses_at: isoOf(change.lapsesAt),
      confirmed: change.effectiveAt !== null,
      contested: change.contested,
    },
  };
}

const seconds = (iso: string) => Math.floor(Date.parse(iso) / 1000);

/** On what our record and the registry differ, in sentences. */
function differencesOf({ policy }: PolicyRow, entry: RegistryEntry, outsideUsd: number): string[] {
  const onChain = policy.paid_out_usd - outsideUsd;
  const lasts = policy.status === 'pending' || policy.status === 'active';
  const until = (iso: string) => momentText(iso);
  const checks: [boolean, string][] = [
    [entry.holder === policy.wallet, `The registry names another holder, ${entry.holder}.`],
    [
      entry.active === lasts,
      entry.active ? 'The registry shows it as active.' : 'The registry shows it as ended.',
    ],
    [
      policy.cover_from === null || seconds(policy.cover_from) === entry.start,
      `In the registry, cover begins on ${until(isoOf(entry.start))}.`,
    ],
    [seconds(policy.cover_until) === entry.end, `In the registry, cover ends on ${until(isoOf(entry.end))}.`],
    [
      policy.coverage_usd === entry.coverageUsd,
      `The registry shows a coverage of ${formatUsd(entry.coverageUsd)}.`,
    ],
    [
      onChain === entry.paidOutUsd,
      `The registry has paid ${formatUsd(entry.paidOutUsd)}, we recorded ${formatUsd(onChain)} on chain.`,
    ],
  ];
  return checks.flatMap(([agrees, difference]) => (agrees ? [] : [difference]));
}
