/** The local Substrate chain as a customer's wallet and our desk see it, with its development accounts. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { getLookupCodecBuilder, getLookupFn } from '@polkadot-api/metadata-builders';
import { Bytes, decAnyMetadata, Hex, str, unifyMetadata } from '@polkadot-api/substrate-bindings';
import * as sr25519 from '@scure/sr25519';
import { inject } from 'vitest';
import { accountKey } from '#domain/substrate/balances.ts';
import { type SubstrateConfig, substrateChain } from '#worker/platform/chain/config.ts';

export const substrate: SubstrateConfig = substrateChain.parse(JSON.parse(inject('substrate')));
const REAL_NODE = substrate.rpc_url;
const reachNetwork = globalThis.fetch;

/** Sends the calls of this file, by us and by the worker, to the real node. Every file starts so. */
export function askRealNode(): void {
  substrate.rpc_url = REAL_NODE;
  globalThis.fetch = reachNetwork;
}

/** Sends the calls of this file to `answer` instead. */
export function askInstead(answer: (body: string) => Promise<Response>): void {
  substrate.rpc_url = 'http://fake-node.test';
  globalThis.fetch = (input, init) =>
    String(input) === substrate.rpc_url ? answer(String(init?.body)) : reachNetwork(input, init);
}

const blake256 = (bytes: Uint8Array) => blake2b(bytes, { dkLen: 32 });
const hex = (bytes: Uint8Array) => `0x${bytesToHex(bytes)}`;

export interface SubstrateAccount {
  /** Wallet key. */
  key: string;
  kind: 'Sr25519' | 'Ed25519' | 'Ecdsa';
  sign(message: Uint8Array): Uint8Array;
}

/** The seed of Substrate's public development phrase. */
const DEV_SEED = hexToBytes('fac7959dbfe72f052e5a0c3c8d6530f202b02fd8f9f5ca3580ec8deb7797479e');
/** A hard junction such as the `Alice` of `//Alice`. */
const junction = (name: string) => {
  const code = new Uint8Array(32);
  code.set(str.enc(name));
  return code;
};
const derived = (scheme: string, name: string) =>
  blake256(concatBytes(str.enc(scheme), DEV_SEED, junction(name)));

export function sr25519Account(name: string): SubstrateAccount {
  const secret = sr25519.HDKD.secretHard(sr25519.secretFromSeed(DEV_SEED), junction(name));
  return {
    key: hex(sr25519.getPublicKey(secret)),
    kind: 'Sr25519',
    sign: (message) => sr25519.sign(secret, message),
  };
}

export function ed25519Account(name: string): SubstrateAccount {
  const secret = derived('Ed25519HDKD', name);
  return {
    key: hex(ed25519.getPublicKey(secret)),
    kind: 'Ed25519',
    sign: (message) => ed25519.sign(message, secret),
  };
}

export function ecdsaAccount(name: string): SubstrateAccount {
  const secret = derived('Secp256k1HDKD', name);
  return {
    key: hex(blake256(secp256k1.getPublicKey(secret))),
    kind: 'Ecdsa',
    sign(message) {
      const signed = secp256k1.sign(blake256(message), secret, { prehash: false, format: 'recovered' });
      return concatBytes(signed.slice(1), signed.slice(0, 1));
    },
  };
}

/** What a wallet's extension answers to a text: it signs it wrapped. */
export const signText = (account: SubstrateAccount, text: string): string =>
  hex(account.sign(utf8ToBytes(`<Bytes>${text}</Bytes>`)));

export async function askSubstrate<Answer>(method: string, params: unknown[] = []): Promise<Answer> {
  const response = await fetch(substrate.rpc_url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as { result: Answer; error?: { message: string } };
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}

async function readCodecs() {
  const metadata = unifyMetadata(decAnyMetadata(await askSubstrate<string>('state_getMetadata')));
  const lookup = getLookupFn(metadata);
  const build = getLookupCodecBuilder(lookup, Hex(32));
  const { extrinsic } = metadata;
  const params = metadata.lookup.find(({ id }) => 'type' in extrinsic && id === extrinsic.type)?.params ?? [];
  const param = (name: string) => build(params.find((each) => each.name === name)?.type ?? -1);
  const stored = (name: string) => {
    const system = metadata.pallets.find((pallet) => pallet.name === 'System')?.storage?.items ?? [];
    const type = system.find((item) => item.name === name)?.type;
    return build((type?.tag === 'map' ? type.value.value : type?.value) ?? -1);
  };
  return {
    events: stored('Events'),
    account: stored('Account'),
    call: build(lookup.call ?? -1),
    address: param('Address'),
    signature: param('Signature'),
    extensions: (extrinsic.signedExtensions[0] ?? []).map(({ identifier, type, additionalSigned }) => ({
      identifier,
      value: build(type),
      additional: build(additionalSigned),
    })),
  };
}
export type Codecs = Awaited<ReturnType<typeof readCodecs>>;
let read: ReturnType<typeof readCodecs> | null = null;
/** Encoders of the real chain's runtime, read once. */
export const codecs = (): ReturnType<typeof readCodecs> => {
  read ??= readCodecs();
  return read;
};

/** A call as its pallet, its name and its arguments. */
export interface SubstrateCall {
  type: string;
  value: { type: string; value: unknown };
}
const call = (pallet: string, name: string, args: unknown = undefined): SubstrateCall => ({
  type: pallet,
  value: { type: name, value: args },
});
const id = (account: { key: string }) => ({ type: 'Id', value: account.key });

export const transfer = (to: { key: string }, amount: bigint) =>
  call('Balances', 'transfer_keep_alive', { dest: id(to), value: amount });
/** 32 bytes from their hexadecimal text, and any other text as it is. */
export const remark = (text: string) =>
  call('System', 'remark_with_event', {
    remark: /^0x[0-9a-f]{64}$/.test(text) ? hexToBytes(text.slice(2)) : utf8ToBytes(text),
  });
export const batch = (kind: 'batch' | 'batch_all', calls: SubstrateCall[]) =>
  call('Utility', kind, { calls });
export const proxied = (real: { key: string }, inner: SubstrateCall) =>
  call('Proxy', 'proxy', { real: real.key, force_proxy_type: undefined, call: inner });
export const addProxy = (delegate: { key: string }) =>
  call('Proxy', 'add_proxy', {
    delegate: delegate.key,
    proxy_type: { type: 'Any', value: undefined },
    delay: 0,
  });
/** @param length of the inner call's bytes */
export const asMulti = (
  threshold: number,
  others: readonly string[],
  timepoint: { height: number; index: number } | undefined,
  inner: SubstrateCall,
  length: number,
) =>
  call('Multisig', 'as_multi', {
    threshold,
    other_signatories: others,
    maybe_timepoint: timepoint,
    call: [length, inner],
    store_call: false,
    max_weight: 10_000_000_000n,
  });

/** A call's bytes. */
export async function encoded(what: SubstrateCall): Promise<Uint8Array> {
  return (await codecs()).call.enc(what);
}

const extension = (name: string, nonce: number) =>
  ({
    CheckMortality: { type: 'Immortal', value: undefined },
    CheckNonce: nonce,
    ChargeAssetTxPayment: { tip: 0n, asset_id: undefined },
  })[name];

/**
 * The nonce of an account's next extrinsic. The node would run its runtime to tell it, which takes half as long as a block,
 * so it is asked only if something waits for one.
 */
async function nextNonce({ key }: SubstrateAccount): Promise<number> {
  const [waiting, stored] = await Promise.all([
    askSubstrate<string[]>('author_pendingExtrinsics'),
    askSubstrate<string | null>('state_getStorage', [accountKey(key)]),
  ]);
  if (waiting.length > 0) return askSubstrate<number>('system_accountNextIndex', [key]);
  return stored === null ? 0 : ((await codecs()).account.dec(stored) as { nonce: number }).nonce;
}

/** A signed extrinsic, not sent yet, of an account that signs so many others before it. */
export async function signed(
  account: SubstrateAccount,
  what: SubstrateCall | Uint8Array,
  before = 0,
): Promise<{ bytes: string; hash: string }> {
  const { call: callCodec, address, signature, extensions } = await codecs();
  const [next, version] = await Promise.all([
    nextNonce(account),
    askSubstrate<{ specVersion: number; transactionVersion: number }>('state_getRuntimeVersion'),
  ]);
  const nonce = next + before;
  const additional = (name: string) =>
    ({
      CheckSpecVersion: version.specVersion,
      CheckTxVersion: version.transactionVersion,
      CheckGenesis: substrate.genesis_hash,
      CheckMortality: substrate.genesis_hash,
    })[name];
  const body = what instanceof Uint8Array ? what : callCodec.enc(what);
  const extra = concatBytes(
    ...extensions.map(({ identifier, value }) => value.enc(extension(identifier, nonce))),
  );
  const payload = concatBytes(
    ...[body, extra],
    ...extensions.map((each) => each.additional.enc(additional(each.identifier))),
  );
  const sealed = account.sign(payload.length > 256 ? blake256(payload) : payload);
  const bytes = Bytes().enc(
    concatBytes(
      ...[Uint8Array.of(0x84), address.enc(id(account))],
      ...[signature.enc({ type: account.kind, value: hex(sealed) }), extra, body],
    ),
  );
  return { bytes: hex(bytes), hash: hex(blake256(bytes)) };
}

export interface Included {
  hash: string;
  block: number;
  index: number;
}

const POLL_MS = 40;

export const bestBlock = async () =>
  Number((await askSubstrate<{ number: string }>('chain_getHeader')).number);

/** Sends an extrinsic and waits for its block. */
export async function send(account: SubstrateAccount, what: SubstrateCall | Uint8Array): Promise<Included> {
  const { bytes, hash } = await signed(account, what);
  let block = await bestBlock();
  await askSubstrate('author_submitExtrinsic', [bytes]);
  for (;;) {
    const at = await askSubstrate<string | null>('chain_getBlockHash', [block + 1]);
    if (at === null) {
      // The node builds the block with the same processor that answers.
      await scheduler.wait(POLL_MS);
      continue;
    }
    block += 1;
    const { extrinsics } = (await askSubstrate<{ block: { extrinsics: string[] } }>('chain_getBlock', [at]))
      .block;
    const index = extrinsics.indexOf(bytes);
    if (index >= 0) return { hash, block, index };
  }
}

/**
 * Sends extrinsics in one block, in this order: building a block takes several times as long as one of its extrinsics.
 */
export async function sendTogether(
  ...all: [account: SubstrateAccount, what: SubstrateCall | Uint8Array][]
): Promise<Included[]> {
  const ready: { bytes: string; hash: string }[] = [];
  for (const [index, [account, what]] of all.entries()) {
    const before = all.slice(0, index).filter(([other]) => other.key === account.key).length;
    ready.push(await signed(account, what, before));
  }
  await askSubstrate('dev_setBlockBuildMode', ['Manual']);
  try {
    for (const { bytes } of ready) await askSubstrate('author_submitExtrinsic', [bytes]);
    const at = await askSubstrate<string>('dev_newBlock');
    const { block } = await askSubstrate<{ block: { extrinsics: string[]; header: { number: string } } }>(
      'chain_getBlock',
      [at],
    );
    return ready.map(({ bytes, hash }) => {
      const index = block.extrinsics.indexOf(bytes);
      if (index < 0) throw new Error('The block has left out an extrinsic');
      return { hash, block: Number(block.header.number), index };
    });
  } finally {
    await askSubstrate('dev_setBlockBuildMode', ['Instant']);
  }
}
