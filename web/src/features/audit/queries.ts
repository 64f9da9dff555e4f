import * as auditApi from '#domain/audit/api.ts';
import type { AuditResult } from '#domain/audit/audit.ts';
import type { CheckedPlace } from '#domain/audit/places.ts';
import type { Pause } from '#domain/audit/read.ts';
import type { AuditList } from '#domain/audit/schema.ts';
import { checkPlaces, type RecordedThere } from '#domain/audit/without-contract.ts';
import { api } from '#web/lib/api/api.ts';
import { addressOf } from '#web/lib/api/call.ts';
import { API_SERVERS } from '#web/lib/env.ts';
import { loadPart } from '#web/lib/load-part.ts';
import { auditDeployment } from '#web/wallet/audit.ts';

/** Runs the whole audit in this browser: the chain straight from its node, then our records against it. */
export const startAudit = (pause: Pause): Promise<AuditResult> => auditDeployment(api.read, pause);

export const recordsFile = (list: AuditList) =>
  `${API_SERVERS[0]}${addressOf(auditApi.exportAuditRecords, { query: { list } })}`;

export type { RecordedThere };

/** Looks our records up in their blocks; wrong ones come first. */
export async function checkRecords(
  recorded: RecordedThere,
  each: (done: number) => void,
): Promise<CheckedPlace[]> {
  const { placeNodes } = await loadPart(() => import('#web/wallet/look-up.ts'));
  return checkPlaces(recorded, await placeNodes(), Math.floor(Date.now() / 1000), each);
}
