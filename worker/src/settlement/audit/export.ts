import * as auditApi from '#domain/audit/api.ts';
import type { AuditList } from '#domain/audit/schema.ts';
import type { Page } from '#domain/page.ts';
import type { Ctx } from '#worker/platform/context.ts';
import type { PageInput } from '#worker/platform/db/page.ts';
import { type Cell, type Column, CSV_PAGE, csvAnswer } from '#worker/platform/http/csv.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { RECORDS, type RecordedClaim, type RecordedEvent, type RecordedPolicy } from './records.ts';

const EVENT_COLUMNS = [
  ...['kind', 'chain_id', 'contract', 'tx_hash', 'log_index', 'block', 'block_hash', 'block_time'],
  ...['quote_id', 'holder', 'counterparty', 'token', 'amount', 'usd', 'rate', 'claim_number', 'incident_at'],
  ...['outcome', 'product_code', 'coverage_usd', 'details_hash', 'cover_from', 'cover_until', 'valid_until'],
  ...['effective_at', 'status', 'exception', 'enforced_by', 'recorded_at', 'confirmed_at', 'worth_cents'],
] as const satisfies readonly (keyof RecordedEvent)[];
const POLICY_COLUMNS = [
  ...['chain_id', 'contract', 'quote_id', 'holder', 'token', 'premium', 'product_code', 'status'],
  ...[
    'coverage_usd',
    'start_date',
    'policy_start_date',
    'end_date',
    'valid_until',
    'details_hash',
    'cover_from',
    'cover_until',
  ],
  ...['paid_out_usd', 'enforced_by', 'premium_usd', 'purchase_tx', 'sale', 'fee_bps', 'in_review'],
  ...['recorded_at', 'opened', 'last_step'],
] as const satisfies readonly (keyof RecordedPolicy)[];
const CLAIM_COLUMNS = [
  ...['claim_number', 'chain_id', 'quote_id', 'incident_at', 'status', 'payout_usd', 'reserve_cents'],
  ...['paid_by', 'outside', 'timeline'],
] as const satisfies readonly (keyof RecordedClaim)[];

/** The fields under the names and in the form of the API, parts of one as JSON: an auditor's tools read them. */
const columnsOf = <Row>(names: readonly (keyof Row & string)[]): Column<Row>[] =>
  names.map((name) => ({
    title: name,
    value: (row) => {
      const value = row[name];
      return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as Cell);
    },
  }));

const fileOf =
  <Row>(
    list: AuditList,
    names: readonly (keyof Row & string)[],
    read: (ctx: Ctx, input: PageInput) => Promise<Page<Row>>,
  ) =>
  (ctx: Ctx) =>
    csvAnswer(
      `mooring-recorded-${list}`,
      columnsOf<Row>(names),
      async (cursor) => {
        const { data, next_cursor } = await read(ctx, { cursor, limit: CSV_PAGE });
        return { rows: data, next: next_cursor };
      },
      { digest: true },
    );

const EXPORTS: Readonly<Record<AuditList, (ctx: Ctx) => Promise<Response>>> = {
  events: fileOf('events', EVENT_COLUMNS, RECORDS.events),
  policies: fileOf('policies', POLICY_COLUMNS, RECORDS.policies),
  claims: fileOf('claims', CLAIM_COLUMNS, RECORDS.claims),
};

/** A whole list as CSV, with the digest of its content in its last line. */
export const exportRecords = serve(auditApi.exportAuditRecords, (ctx, { list }) => EXPORTS[list](ctx));
