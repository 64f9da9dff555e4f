import * as auditApi from '#domain/audit/api.ts';
import type { AuditList } from '#domain/audit/schema.ts';
import type { Page } from '#domain/page.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { type Cell, type Column, CSV_PAGE, csvAnswer } from '#worker/platform/http/csv.ts';
import { serve } from '#worker/platform/http/serve.ts';
import {
  listClaims,
  listEvents,
  listPolicies,
  type RecordedClaim,
  type RecordedEvent,
  type RecordedPolicy,
} from './records.ts';

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

const pages =
  <Row>(read: (input: { cursor: string | undefined; limit: number }) => Promise<Page<Row>>) =>
  async (cursor: string | undefined) => {
    const { data, next_cursor } = await read({ cursor, limit: CSV_PAGE });
    return { rows: data, next: next_cursor };
  };

const sealed = { digest: true };
const EXPORTS: Readonly<Record<AuditList, (ctx: Ctx) => Promise<Response>>> = {
  events: (ctx) =>
    csvAnswer(
      'mooring-recorded-events',
      columnsOf<RecordedEvent>(EVENT_COLUMNS),
      pages((input) => listEvents(ctx, input)),
      sealed,
    ),
  policies: (ctx) =>
    csvAnswer(
      'mooring-recorded-policies',
      columnsOf<RecordedPolicy>(POLICY_COLUMNS),
      pages((input) => listPolicies(ctx, input)),
      sealed,
    ),
  claims: (ctx) =>
    csvAnswer(
      'mooring-recorded-claims',
      columnsOf<RecordedClaim>(CLAIM_COLUMNS),
      pages((input) => listClaims(ctx, input)),
      sealed,
    ),
};

/** A whole list as CSV, with the digest of its content in its last line. */
export const exportRecords = serve(auditApi.exportAuditRecords, (ctx, { list }) => EXPORTS[list](ctx));
