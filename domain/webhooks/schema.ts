import * as z from 'zod';

export const WEBHOOK_EVENTS = [
  'policy.created',
  'payment.completed',
  'claim.submitted',
  'claim.approved',
  'claim.rejected',
  'claim.paid',
  'contract.notice',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export const MAX_WEBHOOKS = 5;

export const webhookRequest = z.strictObject({
  url: z.url('Please enter a web address that begins with https://.').max(500),
  events: z
    .array(z.enum(WEBHOOK_EVENTS))
    .min(1, 'Please choose at least one event.')
    .max(WEBHOOK_EVENTS.length),
});

export const webhookAnswer = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  created_at: z.iso.datetime(),
});
export type WebhookAnswer = z.output<typeof webhookAnswer>;

/**
 * The secret, shown once when the subscription is made: `whsec_` and the key in base64. Null in the answer to a repeated
 * request.
 */
export const webhookCreated = webhookAnswer.extend({ secret: z.string().nullable() });

/** What a repeated request is told in place of the secret. */
export const SECRET_SHOWN =
  'This webhook already exists. Its secret was in the first answer and is not shown again. If you did not get it, delete the webhook and create a new one.';

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;

export const deliveryAnswer = z.object({
  id: z.string(),
  /** The event's id in `webhook-id`, the same for all attempts and redeliveries. */
  event_id: z.string(),
  event: z.enum(WEBHOOK_EVENTS),
  state: z.enum(DELIVERY_STATES),
  attempts: z.number().int(),
  /** HTTP status of the last answer; null when there was none. */
  response_status: z.number().int().nullable(),
  /** The last error, in a sentence; null when there was none. */
  problem: z.string().nullable(),
  created_at: z.iso.datetime(),
  /** Set while the delivery is pending. */
  next_attempt_at: z.iso.datetime().nullable(),
  delivered_at: z.iso.datetime().nullable(),
});
export type DeliveryAnswer = z.output<typeof deliveryAnswer>;

const policyEvent = z.object({
  policy_id: z.number().int(),
  policy_number: z.string(),
  quote_id: z.string(),
});
const claimEvent = z.object({
  claim_id: z.number().int(),
  claim_number: z.string(),
  policy_id: z.number().int(),
});

/** The content of each event, without personal data. Dollars are whole numbers, `claim_amount` has cents. */
export const EVENT_DATA = {
  'policy.created': policyEvent.extend({ policy_type: z.string(), status: z.string() }),
  'payment.completed': policyEvent.extend({
    tx_hash: z.string(),
    amount: z.string(),
    currency: z.string(),
    premium_usd: z.number().int(),
  }),
  'claim.submitted': claimEvent.extend({ claim_amount: z.number() }),
  'claim.approved': claimEvent.extend({ payout_usd: z.number().int() }),
  'claim.rejected': claimEvent,
  /** Without a transaction when it was paid outside the chain. */
  'claim.paid': claimEvent.extend({ payout_usd: z.number().int(), tx_hash: z.string().nullable() }),
  /** To the wallets that are guardian or administrator of the contract. */
  'contract.notice': z.object({
    /** happened: it is confirmed; soon: it can be done soon; reversed: the network removed it. */
    notice: z.enum(['happened', 'soon', 'reversed']),
    chain_id: z.number().int(),
    contract: z.string(),
    /** Name in the contract's ABI. */
    event: z.string(),
    text: z.string(),
    tx_hash: z.string(),
    /** Of what is announced: from when to when it can be done; null for no limit. */
    possible_from: z.string().nullable(),
    possible_until: z.string().nullable(),
  }),
} as const satisfies Record<WebhookEvent, z.ZodType>;
export type EventData<Event extends WebhookEvent> = z.output<(typeof EVENT_DATA)[Event]>;
