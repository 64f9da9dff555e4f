import type { AuditResult } from '../../../../domain/audit/audit.ts';
import { type BalanceLine, checkBalances, remembering } from '../../../../domain/audit/balance.ts';
import type { CheckedPlace } from '../../../../domain/audit/places.ts';
import type { Pause } from '../../../../domain/audit/read.ts';
import { readRecordedBooks } from '../../../../domain/audit/recorded-books.ts';
import type { AuditList } from '../../../../domain/audit/schema.ts';
import { checkPlaces, type RecordedThere } from '../../../../domain/audit/without-contract.ts';
import { api } from '../../lib/api/api.ts';
import { API_SERVERS } from '../../lib/env.ts';
import { auditDeployment } from '../../wallet/audit.ts';

/** Runs the whole audit in this browser: the chain straight from its node, then our records against it. */
export const startAudit = (pause: Pause): Promise<AuditResult> => auditDeployment(api, pause);

export const recordsFile = (list: AuditList) => `${API_SERVERS[0]}/audit/export?list=${list}`;

export type { RecordedThere };

export interface CheckedThere {
  /** Wrong ones come first. */
  places: readonly CheckedPlace[];
  balances: readonly BalanceLine[];
}

/** Looks our records up in their blocks, and adds up what our accounts there hold. */
export async function checkRecords(
  recorded: RecordedThere,
  each: (done: number) => void,
): Promise<CheckedThere> {
  const { placeNodes } = await import('../../wallet/look-up.ts');
  const nodes = (await placeNodes()).map(remembering);
  const places = await checkPlaces(recorded, nodes, Math.floor(Date.now() / 1000), each);
  const balances = await checkBalances(await readRecordedBooks(api), recorded, nodes);
  return { places, balances };
}
