import type { Effects } from '#worker/settlement/ledger/effect.ts';
import { CHANGES } from './changes.ts';
import { capital, governance, payoutAnnounced } from './contract.ts';
import { purchased } from './purchase.ts';

/** The effect of each kind of contract event. */
export const EFFECTS: Effects = {
  ...CHANGES,
  purchased,
  payout_announced: payoutAnnounced,
  pool_funded: capital,
  capital_withdrawn: capital,
  governance,
};
