import { DESK_KINDS, type DeskKindName, recordOf } from '#worker/platform/db/desk-kinds.ts';
import { rows } from './harness.ts';

/** Makes the desk's rows of records that a test inserted by SQL, as whoever inserts one does. */
export const listAll = (kind: DeskKindName) =>
  rows(
    `INSERT INTO desk_rows (kind, record) SELECT '${kind}', ${recordOf(kind)} FROM ${DESK_KINDS[kind].from}`,
  );
