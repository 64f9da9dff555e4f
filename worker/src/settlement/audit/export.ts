import type { Page } from '../../../../domain/page.ts';
import type { Ctx } from '../../platform/context.ts';
import { type Column, CSV_PAGE, csvAnswer } from '../../platform/http/csv.ts';
import { type List, listEvents, listPolicies, type RecordedEvent, type RecordedPolicy } from './records.ts';

const EVENT_COLUMNS = [
  ...['kind', 'chain_id', 'contract', 'tx_hash', 'log_index', 'block', 'block_hash', 'block_time'],
  ...['quote_id', 'holder', 'counterparty', 'token', 'amount', 'usd', 'rate', 'claim_number', 'incident_at'],
  ...[
    'outcome',
    'product_code',
    'coverage_usd',
    'details_hash',
    'cover_from',
    'cover_until',
    'valid_until',
    'effective_at',
  ],
  ...['status', 'exception', 'enforced_by'],
] as const satisfies readonly (keyof RecordedEvent)[];
const POLICY_COLUMNS = [
  ...['chain_id', 'contract', 'quote_id', 'holder', 'token', 'premium', 'product_code', 'status'],
  ...[
    'coverage_usd',
    'start_date',
    'end_date',
    'valid_until',
    'details_hash',
    'cover_from',
    'cover_until',
    'paid_out_usd',
  ],
  'enforced_by',
] as const satisfies readonly (keyof RecordedPolicy)[];

/** The fields under the names and in the form of the API: an auditor's tools read them, not a spreadsheet's user. */
const columnsOf = <Row>(names: readonly (keyof Row & string)[]): Column<Row>[] =>
  names.map((name) => ({ title: name, value: (row) => row[name] as string | number | null }));

const pages =
  <Row>(read: (input: { cursor: string | undefined; limit: number }) => Promise<Page<Row>>) =>
  async (cursor: string | undefined) => {
    const { data, next_cursor } = await read({ cursor, limit: CSV_PAGE });
    return { rows: data, next: next_cursor };
  };

/** A whole list as CSV. */
export const exportRecords = (ctx: Ctx, list: List): Promise<Response> =>
  list === 'events'
    ? csvAnswer(
        'mooring-recorded-events',
        columnsOf<RecordedEvent>(EVENT_COLUMNS),
        pages((input) => listEvents(ctx, input)),
      )
    : csvAnswer(
        'mooring-recorded-policies',
        columnsOf<RecordedPolicy>(POLICY_COLUMNS),
        pages((input) => listPolicies(ctx, input)),
      );
