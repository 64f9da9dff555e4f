/** What the worker tells auditors it has recorded. */
import * as z from 'zod';
import { chainIdField, enforcedBy, hash32, uintString } from '../fields.ts';
import { pageQuery } from '../page.ts';
import { RECORDED_KINDS, recordedPlace } from '../registry/schema.ts';

/** Most lines per call. */
export const AUDIT_PAGE = 1000;

/** A record of a chain whose contract can be asked for all of them. */
type OfContract<Recorded> = Recorded & { chain_id: number };
export const isOfContract = <Recorded extends { chain_id: number | string }>(
  record: Recorded,
): record is OfContract<Recorded> => typeof record.chain_id === 'number';

const address = z.string();
const moment = z.iso.datetime().nullable();

export const auditRecordsQuery = z.object({
  list: z.enum(['events', 'policies']).default('events').describe('Which of the two lists'),
  cursor: pageQuery.cursor,
  limit: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, `A page has 1 to ${AUDIT_PAGE} lines.`)
    .transform(Number)
    .refine((limit) => limit <= AUDIT_PAGE, `A page has 1 to ${AUDIT_PAGE} lines.`)
    .optional()
    .describe(`Lines per page, at most ${AUDIT_PAGE}`),
});

/**
 * An event as the worker recorded it. Null where its kind has no such field. On a chain without a contract, `contract` is
 * our account, and anyone can look up the block; but nothing there proves that no event is missing.
 */
export const recordedEvent = recordedPlace.extend({
  record: z.literal('event'),
  chain_id: chainIdField,
  enforced_by: enforcedBy,
  quote_id: hash32,
  /** The new holder, also of a change that is only under way, or where an owed payment was sent. */
  counterparty: address.nullable(),
  /** Null for the chain's own coin. */
  token: address.nullable(),
  product_code: z.number().int().nullable(),
  coverage_usd: z.number().int().nullable(),
  details_hash: hash32.nullable(),
  cover_from: moment,
  cover_until: moment,
  /** Of a consent, its revocation or a proposed change of holder: until when it holds. */
  valid_until: moment,
  /** Of a confirmed change of holder: from when it can be completed; null while another confirmation is missing. */
  effective_at: moment,
  /** unconfirmed: too young; orphaned: its block is no longer on the chain. */
  status: z.enum(['unconfirmed', 'confirmed', 'orphaned']),
  /** Why a purchase became no policy; null for every other event. */
  exception: z.enum(['unknown_quote', 'late', 'duplicate', 'mismatch']).nullable(),
});
/** An event of a contract. */
export type RecordedEvent = OfContract<z.output<typeof recordedEvent>>;

/** A policy as the worker has it. The quote's id is its id in the public registry. */
export const recordedPolicy = z.object({
  record: z.literal('policy'),
  chain_id: chainIdField,
  enforced_by: enforcedBy,
  contract: address,
  quote_id: hash32,
  holder: address,
  token: address.nullable(),
  /** Base units. */
  premium: uintString,
  product_code: z.number().int(),
  status: z.enum(['pending', 'active', 'rejected', 'cancelled']),
  coverage_usd: z.number().int(),
  start_date: z.iso.date(),
  end_date: z.iso.date(),
  /** With the fields above, what the quote's id is the hash of on a chain without a contract. */
  valid_until: z.iso.datetime(),
  details_hash: hash32,
  /** Null while no block holds the payment. */
  cover_from: moment,
  cover_until: z.iso.datetime(),
  /** Whole US dollars, on chain and outside it. */
  paid_out_usd: z.number().int(),
});
export type RecordedPolicy = OfContract<z.output<typeof recordedPolicy>>;

export const auditRecord = z.discriminatedUnion('record', [recordedEvent, recordedPolicy]);
export type AnyRecord = z.output<typeof auditRecord>;
export type AuditRecord = RecordedEvent | RecordedPolicy;

/** Number and sum of one kind of event in one currency of one contract. */
export const auditTotal = z.object({
  contract: address,
  /** Null for the chain's own coin, and for events without a currency. */
  token: address.nullable(),
  kind: z.enum(RECORDED_KINDS),
  events: z.number().int(),
  /** Base units. */
  amount: uintString,
  usd: z.number().int(),
});
export type AuditTotal = z.output<typeof auditTotal>;

/** The worker's own sums of what it has recorded, kept with every event. */
export const auditSummary = z.object({
  chains: z.array(
    z.object({
      chain_id: chainIdField,
      enforced_by: enforcedBy,
      /** All contracts that the worker reads, newest first; without one, our accounts. */
      contracts: z.array(address),
      /** The last block whose events the worker has read; null before its first run. */
      read_to: z.number().int().nullable(),
      /** The last block that it has read a second time. */
      swept_to: z.number().int().nullable(),
      totals: z.array(auditTotal),
    }),
  ),
  as_of: z.iso.datetime(),
});
export type AnySummary = z.output<typeof auditSummary>;
/** The sums of chains with a contract. */
export type AuditSummary = Omit<AnySummary, 'chains'> & {
  chains: OfContract<AnySummary['chains'][number]>[];
};
