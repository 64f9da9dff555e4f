import type { AuditResult } from '../../../../domain/audit/audit.ts';
import type { CheckedPlace } from '../../../../domain/audit/places.ts';
import type { Pause } from '../../../../domain/audit/read.ts';
import type { Recorded } from '../../../../domain/audit/reconcile.ts';
import { checkPlaces } from '../../../../domain/audit/without-contract.ts';
import { api } from '../../lib/api/api.ts';
import { API_SERVERS } from '../../lib/env.ts';
import { auditDeployment } from '../../wallet/audit.ts';

/** Runs the whole audit in this browser: the chain straight from its node, then our records against it. */
export const startAudit = (pause: Pause): Promise<AuditResult> => auditDeployment(api, pause);

/** Where our records can be downloaded as CSV. */
export const recordsFile = (list: 'events' | 'policies') => `${API_SERVERS[0]}/audit/export?list=${list}`;

export type RecordedThere = Pick<Recorded, 'withoutContract' | 'otherPayments'>;

/** Looks our records up in their blocks, on the network without a contract. Wrong ones come first. */
export async function checkRecords(
  recorded: RecordedThere,
  each: (done: number) => void,
): Promise<readonly CheckedPlace[]> {
  const { placeNodes } = await import('../../wallet/look-up.ts');
  return checkPlaces(recorded, await placeNodes(), Math.floor(Date.now() / 1000), each);
}
