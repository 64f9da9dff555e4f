/** What a runtime's metadata says about its bytes. A runtime stays the same for weeks, so its decoders are kept. */
import { getLookupCodecBuilder, getLookupFn } from '@polkadot-api/metadata-builders';
import {
  type Codec,
  decAnyMetadata,
  extrinsicFormat,
  Hex,
  Storage,
  Tuple,
  type UnifiedMetadata,
  u8,
  unifyMetadata,
} from '@polkadot-api/substrate-bindings';
import * as z from 'zod';
import { type Rpc, understood } from '#domain/json-rpc.ts';

/** Storage keys that need no metadata: every runtime has had them under these names. */
export const EVENTS_KEY = Storage('System')('Events').enc();
export const NOW_KEY = Storage('Timestamp')('Now').enc();

/** Decoders and constants of one version of a runtime. Accounts are lower-case hexadecimal keys. */
export interface Runtime {
  events(bytes: string): unknown;
  account(bytes: string): unknown;
  /** The call of an extrinsic that isn't bare, from its bytes without their length. */
  call(extrinsic: Uint8Array): unknown;
  constant(pallet: string, name: string): unknown;
}

/** The existential deposit: base units that every account must hold. */
export const depositOf = (runtime: Runtime): bigint =>
  z.bigint().parse(runtime.constant('Balances', 'ExistentialDeposit'));

const versionShape = z.object({ specVersion: z.number().int() });
const hexShape = z.string().regex(/^0x([0-9a-f]{2})*$/);

/** Most versions kept: the current one and the one before it. */
const MOST_KEPT = 2;
const kept = new Map<string, Runtime>();

/**
 * The runtimes in effect after blocks with these hashes, in order: they execute the blocks that follow. Asks for each
 * one's version, and for its metadata only once.
 */
export async function runtimesAfter(
  rpc: Rpc,
  genesis: string,
  hashes: readonly string[],
): Promise<Runtime[]> {
  const answers = await rpc.all(
    hashes.map((hash) => ({ method: 'state_getRuntimeVersion', params: [hash] })),
  );
  const versions = understood(() => answers.map((answer) => versionShape.parse(answer).specVersion));
  const runtimes = new Map<number, Runtime>();
  for (const [index, version] of versions.entries()) {
    if (runtimes.has(version)) continue;
    runtimes.set(version, await runtimeOf(rpc, genesis, version, hashes[index] ?? ''));
  }
  return versions.map((version) => runtimes.get(version) as Runtime);
}

async function runtimeOf(rpc: Rpc, genesis: string, version: number, hash: string): Promise<Runtime> {
  const name = `${genesis}:${version}`;
  const known = kept.get(name);
  if (known) return known;
  const [answer] = await rpc.all([{ method: 'state_getMetadata', params: [hash] }]);
  const runtime = understood(() => {
    const read = readRuntime(hexShape.parse(answer));
    // What is kept must be this version's.
    z.object({ spec_version: z.literal(version) }).parse(read.constant('System', 'Version'));
    return read;
  });
  kept.set(name, runtime);
  for (const oldest of [...kept.keys()].slice(0, -MOST_KEPT)) kept.delete(oldest);
  return runtime;
}

export function readRuntime(hex: string): Runtime {
  const metadata = unifyMetadata(decAnyMetadata(hex));
  const lookup = getLookupFn(metadata);
  const build = getLookupCodecBuilder(lookup, Hex(32));
  const pallet = (name: string) => required(metadata.pallets.find((each) => each.name === name));
  const stored = (name: string, item: string) => {
    const { type } = required(pallet(name).storage?.items.find((each) => each.name === item));
    return build(type.tag === 'plain' ? type.value : type.value.value);
  };
  const [events, account] = [stored('System', 'Events'), stored('System', 'Account')];
  const call = build(required(lookup.call ?? undefined));
  const signed = signedParts(metadata, build);
  return {
    events: (bytes) => events.dec(bytes),
    account: (bytes) => account.dec(bytes),
    call: (extrinsic) => readCall(extrinsic, { ...signed, call }),
    constant(name, constant) {
      const { type, value } = required(pallet(name).constants.find((each) => each.name === constant));
      return build(type).dec(value);
    },
  };
}

interface Signed {
  address: Codec<unknown>;
  signature: Codec<unknown>;
  /** The transaction extensions. */
  extensions: Codec<unknown[]>;
}

function signedParts(metadata: UnifiedMetadata, build: (id: number) => Codec<unknown>): Signed {
  const { extrinsic } = metadata;
  const part = (name: 'address' | 'signature', of: string) => {
    if (name in extrinsic) return build((extrinsic as unknown as Record<string, number>)[name] as number);
    const { type } = extrinsic as { type: number };
    const { params } = required(metadata.lookup.find(({ id }) => id === type));
    return build(required(params.find((each) => each.name === of)?.type));
  };
  const listed = extrinsic.signedExtensions[0] ?? [];
  return {
    address: part('address', 'Address'),
    signature: part('signature', 'Signature'),
    extensions: Tuple(...listed.map(({ type }) => build(type))),
  };
}

/** Extrinsics of format 4 (signed) and 5 (general): a format byte, then what is before the call. */
function readCall(
  extrinsic: Uint8Array,
  { address, signature, extensions, call }: Signed & { call: Codec<unknown> },
): unknown {
  const { type } = extrinsicFormat.dec(extrinsic.slice(0, 1));
  const rest = extrinsic.slice(1);
  if (type === 'signed') return Tuple(address, signature, extensions, call).dec(rest)[3];
  return Tuple(u8, extensions, call).dec(rest)[2];
}

function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new RangeError('The metadata lacks something');
  return value;
}
