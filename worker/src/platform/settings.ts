import * as z from 'zod';
import { operatorSchema } from '#domain/operator-schema.ts';
import { fromBase64 } from '#worker/platform/crypto/bytes.ts';
import { type ChainConfig, chainList, type SubstrateConfig, substrateChain } from './chain/config.ts';

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** @param host a URL's `hostname`, so that every address is already normalized */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

const json = (what: string) =>
  z.string().transform((text, issue) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      issue.addIssue({ code: 'custom', message: `${what} is not JSON.` });
      return z.NEVER;
    }
  });

const keyBytes = z
  .base64()
  .transform(fromBase64)
  .refine((bytes) => bytes.length === 32, 'A details key is 32 bytes.');

export const keyRing = z
  .strictObject({ current: z.string().min(1), keys: z.record(z.string().regex(/^\w+$/), keyBytes) })
  .refine((ring) => ring.current in ring.keys, 'The current details key is not in the ring.');

/**
 * VAPID keys for Web Push (RFC 8292) on P-256: an uncompressed point of 65 bytes and a scalar of 32,
 * base64url.
 */
const pushKeys = z.strictObject({
  subject: z.string().regex(/^(mailto:.+@|https:\/\/)/),
  publicKey: z.string().regex(/^[\w-]{87}$/),
  privateKey: z.string().regex(/^[\w-]{43}$/),
});

/** The RPC_URLS secret: chain id or genesis hash → the worker's own RPC URL. */
const rpcUrls = z.record(z.string().regex(/^(\d+|0x[0-9a-f]{64})$/), z.url());

/** Whether nobody on the way can read what is sent to this address. What is no address is refused elsewhere. */
const isSecure = (address: string): boolean => {
  const url = URL.parse(address);
  return url === null || url.protocol === 'https:' || isLoopback(url.hostname);
};

/** The RELAY_KEYS secret: chain id → private key of the account that sends purchases there. */
const relayKeys = z.record(
  z.string().regex(/^\d+$/),
  z
    .string()
    .regex(/^0x[0-9a-fA-F]{64}$/)
    .transform((key) => key as `0x${string}`),
);

const settings = z
  .object({
    ENVIRONMENT: z.enum(['local', 'staging', 'production']),
    PUBLIC_ORIGIN: z.url().transform((url) => new URL(url).origin),
    RATE_SOURCE: z.enum(['reference', 'chainlink']),
    CHAINS: json('CHAINS').pipe(chainList),
    SUBSTRATE: json('SUBSTRATE').pipe(substrateChain).optional(),
    RPC_URLS: json('RPC_URLS').pipe(rpcUrls).optional(),
    CAPACITY_MULTIPLE: z.coerce.number().int().positive(),
    MAIL_FROM: z.email(),
    MAIL_REPLY_TO: z.email(),
    GUARDIAN_EMAIL: z.email().optional(),
    SESSION_SECRET: z.string().min(32),
    FORMER_SESSION_SECRET: z.string().min(32).optional(),
    QUOTE_SIGNER_KEY: z
      .string()
      .regex(/^0x[0-9a-fA-F]{64}$/)
      .transform((key) => key as `0x${string}`),
    DETAILS_KEYS: json('DETAILS_KEYS').pipe(keyRing),
    AUDIT_LOG_SECRET: z.string().min(32),
    PUSH_KEYS: json('PUSH_KEYS').pipe(pushKeys).optional(),
    RELAY_KEYS: json('RELAY_KEYS').pipe(relayKeys).optional(),
    OPERATOR: json('OPERATOR').pipe(operatorSchema).optional(),
    DEMO_ADMIN_PASSWORD: z.string().min(1).optional(),
  })
  .refine((each) => each.RATE_SOURCE !== 'reference' || each.ENVIRONMENT === 'local', {
    path: ['RATE_SOURCE'],
    message: 'Reference rates are for local work only.',
  })
  .refine((each) => each.DEMO_ADMIN_PASSWORD === undefined || each.ENVIRONMENT === 'local', {
    path: ['DEMO_ADMIN_PASSWORD'],
    message: 'The demo administrator is for local work only.',
  })
  .refine((each) => each.OPERATOR !== undefined || each.ENVIRONMENT !== 'production', {
    path: ['OPERATOR'],
    message: 'Production needs a licensed insurer that runs it.',
  })
  .refine(
    (each) => each.GUARDIAN_EMAIL !== undefined || each.ENVIRONMENT !== 'production' || !each.CHAINS.length,
    { path: ['GUARDIAN_EMAIL'], message: "Production needs its guardian's address for letters." },
  )
  .refine(
    (each) =>
      each.ENVIRONMENT === 'local' ||
      [...each.CHAINS.map(({ chain_id }) => String(chain_id)), each.SUBSTRATE?.genesis_hash].every(
        (ref) => ref === undefined || each.RPC_URLS?.[ref],
      ),
    { path: ['RPC_URLS'], message: "Each chain needs an RPC address of the worker's own." },
  )
  .refine((each) => each.ENVIRONMENT === 'local' || Object.values(each.RPC_URLS ?? {}).every(isSecure), {
    path: ['RPC_URLS'],
    message: 'An RPC address must begin with https://.',
  })
  .transform((each) => ({
    environment: each.ENVIRONMENT,
    publicOrigin: each.PUBLIC_ORIGIN,
    rateSource: each.RATE_SOURCE,
    chains: each.CHAINS as readonly ChainConfig[],
    /** The Substrate chain on offer; null if there is none. */
    substrate: (each.SUBSTRATE ?? null) as SubstrateConfig | null,
    /**
     * RPC URL that the worker reads a chain from. It contains a key, so no response or log line may show
     * it.
     */
    rpcUrl: (chain: ChainConfig | SubstrateConfig): string =>
      each.RPC_URLS?.['chain_id' in chain ? String(chain.chain_id) : chain.genesis_hash] ?? chain.rpc_url,
    capacityMultiple: each.CAPACITY_MULTIPLE,
    mailSender: { from: each.MAIL_FROM, replyTo: each.MAIL_REPLY_TO },
    /** Where the contract's guardian is written to; null if only administrators are. */
    guardianEmail: each.GUARDIAN_EMAIL ?? null,
    sessionSecret: new TextEncoder().encode(each.SESSION_SECRET),
    /** Who signed in before the secret was rotated stays signed in: the present one, and the former one if it is still set. */
    sessionSecrets: [each.SESSION_SECRET, each.FORMER_SESSION_SECRET].flatMap((secret) =>
      secret === undefined ? [] : [new TextEncoder().encode(secret)],
    ),
    quoteSignerKey: each.QUOTE_SIGNER_KEY,
    detailsKeys: each.DETAILS_KEYS,
    /** Seals the audit log, and nothing else: whoever has the database alone can forge no line. */
    auditLogSecret: new TextEncoder().encode(each.AUDIT_LOG_SECRET),
    /** Null if this deployment sends no push notifications. */
    pushKeys: each.PUSH_KEYS ?? null,
    /** Whether we send purchases on any chain. */
    relays: each.RELAY_KEYS !== undefined,
    /** Key of the account that sends purchases on a chain; null if we send none there. */
    relayKey: (chainId: number) => each.RELAY_KEYS?.[String(chainId)] ?? null,
    /** The licensed insurer that runs this deployment; null if there is none. */
    operator: each.OPERATOR ?? null,
    /** Password of the demo administrator; null if there is none. */
    demoAdminPassword: each.DEMO_ADMIN_PASSWORD ?? null,
  }));

export type Settings = z.output<typeof settings>;

/** A variable or secret of the deployment is missing or invalid; the message names it. */
export class Misconfigured extends Error {
  override readonly name = 'Misconfigured';
}

const known = new WeakMap<Env, Settings>();

/**
 * The deployment's variables and secrets, checked once. Throws `Misconfigured` with a name, never a value.
 */
export function settingsOf(env: Env): Settings {
  const found = known.get(env);
  if (found) return found;
  const parsed = settings.safeParse(env);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => issue.path.join('.'));
    throw new Misconfigured([...new Set(wrong)].join(', '));
  }
  known.set(env, parsed.data);
  return parsed.data;
}

/** Whether a currency has a source for its rate. One without a feed isn't offered where rates come from feeds. */
export const isPriced = ({ rateSource }: Settings, { feed }: { feed: unknown }): boolean =>
  rateSource === 'reference' || feed !== null;

/** Whether local-only features are allowed for a request to `url`. */
export function isLocal(env: Settings, url: URL): boolean {
  return env.environment === 'local' && isLoopback(url.hostname);
}
