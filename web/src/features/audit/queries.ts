import type { AuditResult } from '../../../../domain/audit/audit.ts';
import { comparePlace, type PlaceResult } from '../../../../domain/audit/places.ts';
import type { Pause } from '../../../../domain/audit/read.ts';
import type { PlaceRecord } from '../../../../domain/audit/report.ts';
import { api } from '../../lib/api/api.ts';
import { API_SERVERS } from '../../lib/env.ts';
import { auditDeployment } from '../../wallet/audit.ts';

/** Runs the whole audit in this browser: the chain straight from its node, then our records against it. */
export const startAudit = (pause: Pause): Promise<AuditResult> => auditDeployment(api, pause);

/** Where our records can be downloaded as CSV. */
export const recordsFile = (list: 'events' | 'policies') => `${API_SERVERS[0]}/audit/export?list=${list}`;

/** Looks recorded rows up in their blocks, on the network without a contract. */
export async function checkPlaces(
  records: readonly PlaceRecord[],
  each: (done: number) => void,
): Promise<readonly PlaceResult[]> {
  const { readPaymentBlocks } = await import('../../wallet/look-up.ts');
  const { chain, blocks } = await readPaymentBlocks(
    records.map(({ block }) => block),
    each,
  );
  return records.map((record) => comparePlace(chain.ref, record, blocks.get(record.block)?.payments ?? null));
}
