import * as z from 'zod';
import { chainRef } from '#domain/fields.ts';

export const nonceRequest = z.strictObject({
  address: z.string().max(80),
  kind: z.enum(['evm', 'substrate']),
  chain_id: chainRef,
  /** The address is a contract, whose owners may have to sign in different places: they have an hour. */
  contract_wallet: z.boolean().optional(),
});
export const nonceAnswer = z.object({ nonce: z.string(), message: z.string() });

export const verifyRequest = z.strictObject({
  kind: z.enum(['evm', 'substrate']),
  address: z.string().max(80),
  message: z.string().max(4000),
  signature: z
    .string()
    .regex(/^0x[0-9a-fA-F]+$/)
    .max(20_000),
});
export const verifyAnswer = z.object({
  token: z.string(),
  address: z.string(),
  expires_at: z.iso.datetime(),
});
export type VerifyAnswer = z.output<typeof verifyAnswer>;

/** A sign-in that its owner sees and may end. */
export const sessionEntry = z.object({
  /** Of the session's token; not the token. */
  id: z.string(),
  created_at: z.iso.datetime(),
  /** To a few minutes. */
  last_seen_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  /** Browser and system, such as `Firefox on macOS`. */
  device: z.string(),
  current: z.boolean(),
});
export type SessionEntry = z.output<typeof sessionEntry>;
export const sessionEntries = z.array(sessionEntry);
/** How many sessions a call ended. */
export const sessionsEnded = z.object({ ended: z.number().int() });
