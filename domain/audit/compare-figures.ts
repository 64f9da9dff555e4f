/** Compares what we publish about the whole company: the landing page's figures, the fee and the daily check of sums. */
import { SETTING_DEFAULTS } from '#domain/admin/settings-schema.ts';
import { formatUsDay, parseDay } from '#domain/days.ts';
import { comparedLine, differingPairs, type Pair } from './fields.ts';
import { type Line, lineWith } from './lines.ts';
import type { Recorded } from './recorded.ts';

/** The figures that the recorded events and policies give, for the chains that are on offer. */
function figuresOf({ records, withoutContract, chainIds, summary }: Recorded) {
  const offered = new Set(chainIds);
  const { day } = summary.figures;
  const sums = { claims_paid_usd: 0, cover_in_force_usd: 0, policies_in_force: 0 };
  for (const record of [...records, ...withoutContract]) {
    if (!offered.has(record.chain_id)) continue;
    if (record.record === 'event') {
      if (record.kind === 'claim_paid' && record.status === 'confirmed')
        sums.claims_paid_usd += record.usd ?? 0;
    } else if (
      (record.status === 'pending' || record.status === 'active') &&
      record.cover_from !== null &&
      record.start_date <= day &&
      day <= record.end_date
    ) {
      sums.cover_in_force_usd += record.coverage_usd;
      sums.policies_in_force += 1;
    }
  }
  return sums;
}

const totalsLine = (what: string, pairs: readonly Pair[]): Line =>
  comparedLine({ about: 'totals', what }, differingPairs(pairs), 'totals');

export function compareFigures(recorded: Recorded): Line[] {
  const { figures, platform_fee, figures_check } = recorded.summary;
  const sums = figuresOf(recorded);
  const last = platform_fee.changes.at(-1);
  const stated = figures.claims_paid_usd + figures.cover_in_force_usd + figures.policies_in_force;
  if (stated === 0 && recorded.records.length + recorded.withoutContract.length === 0) return [];
  const lines = [
    totalsLine('The figures of the landing page.', [
      ['claims paid', sums.claims_paid_usd, figures.claims_paid_usd, 'the recorded events'],
      ['cover in force', sums.cover_in_force_usd, figures.cover_in_force_usd, 'the recorded policies'],
      ['policies in force', sums.policies_in_force, figures.policies_in_force, 'the recorded policies'],
    ]),
    totalsLine('The platform fee, in basis points.', [
      ['setting', last?.after ?? SETTING_DEFAULTS.platform_fee_bps, platform_fee.bps, 'the sealed log'],
      ...platform_fee.changes.slice(1).map(({ before, at }, index): Pair => {
        const earlier = platform_fee.changes[index]?.after;
        return [`value before ${at}`, earlier, before, 'the change before'];
      }),
    ]),
  ];
  if (figures_check && figures_check.differences > 0) {
    const count = figures_check.differences;
    const day = formatUsDay(parseDay(figures_check.day) ?? 0);
    lines.push(
      lineWith({
        about: 'totals',
        result: 'totals',
        what: `The daily check of our figures, ${day}.`,
        explanation: `It found ${count === 1 ? '1 figure that differed' : `${count} figures that differed`} from the rows that they count, and set them right. The desk names each.`,
      }),
    );
  }
  return lines;
}
