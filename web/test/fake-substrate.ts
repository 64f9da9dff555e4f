import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { KeyringPair } from '@polkadot/keyring/types';
import { expandMetadata, Metadata, TypeRegistry } from '@polkadot/types';
import type { Call } from '@polkadot/types/interfaces';
import type { SignerPayloadJSON } from '@polkadot/types/types';
import metadataHex, { rpc, version } from '@polkadot/types-support/metadata/static-polkadot';
import {
  bnToU8a,
  compactToU8a,
  hexToU8a,
  numberToHex,
  stringToHex,
  u8aConcat,
  u8aToHex,
  u8aToString,
} from '@polkadot/util';
import { blake2AsU8a, decodeAddress, xxhashAsU8a } from '@polkadot/util-crypto';
import { type WebSocket, WebSocketServer } from 'ws';
import { realHosts } from './fake-api.ts';
import { localDeployment } from './fake-extension.ts';
import { substrateEntry } from './sample-substrate.ts';

const registry = new TypeRegistry();
const metadata = new Metadata(registry, metadataHex);
registry.setMetadata(metadata);
type Build = (...values: unknown[]) => Call;
const tx = expandMetadata(registry, metadata).tx as unknown as {
  balances: { transferKeepAlive: Build };
  system: { remarkWithEvent: Build };
  timestamp: { set: Build };
  utility: { batchAll: Build };
};

/** Base units that every account must keep, as that metadata says. */
export const DEPOSIT = 10_000_000_000n;
/** Base units that each transaction costs. */
const FEE = 1_000_000_000n;

/** Signs as an extension does that knows the chain's metadata. */
export function signPayload(payload: SignerPayloadJSON, pair: KeyringPair): { signature: `0x${string}` } {
  return registry.createType('ExtrinsicPayload', payload, { version: payload.version }).sign(pair);
}

interface Asked {
  id: number;
  method: string;
  params: unknown[];
}

/** Whether the next transaction succeeds, fails as a whole, or is a batch that stops within and reports success. */
type Ending = 'success' | 'failed' | 'interrupted';

interface Block {
  extrinsics: string[];
  events: Uint8Array[];
  /** What each account holds after it. */
  held: ReadonlyMap<string, bigint>;
}

/** Where one of our transfers is. */
export interface Place {
  txHash: string;
  block: number;
  /** Position of the transfer's event. */
  at: number;
}

const METADATA = hexToU8a(metadataHex);
const units = (amount: bigint) => bnToU8a(amount, { bitLength: 128 });
const hashOf = (number: number) =>
  number === 0 ? substrateEntry.genesis_hash : `0x${number.toString(16).padStart(64, '0')}`;

const storage = (pallet: string, item: string) =>
  u8aToHex(u8aConcat(xxhashAsU8a(pallet, 128), xxhashAsU8a(item, 128)));
const EVENTS = storage('System', 'Events');
const ACCOUNT = storage('System', 'Account');
const NOW = storage('Timestamp', 'Now');

/** What the updates of a subscription are called. */
const UPDATES: Readonly<Record<string, string>> = {
  state_subscribeRuntimeVersion: 'state_runtimeVersion',
  state_subscribeStorage: 'state_storage',
};

/** An event of this extrinsic. */
function eventOf(extrinsic: number, pallet: string, name: string, ...fields: Uint8Array[]): Uint8Array {
  const found = metadata.asLatest.pallets.find((one) => one.name.eq(pallet));
  const type = found && registry.lookup.getSiType(found.events.unwrap().type);
  const variant = type?.def.asVariant.variants.find((one) => one.name.eq(name));
  if (!found || !variant) throw new Error(`No event ${pallet}.${name}`);
  const phase = u8aConcat([0], bnToU8a(extrinsic, { bitLength: 32 }));
  return u8aConcat(phase, [found.index.toNumber(), variant.index.toNumber()], ...fields, [0]);
}

const WEIGHT = new Uint8Array(4);
/** An error of a pallet. */
const ERROR = Uint8Array.of(3, 2, 0, 0, 0, 0);
const succeeded = (extrinsic: number) => eventOf(extrinsic, 'System', 'ExtrinsicSuccess', WEIGHT);

/**
 * A Substrate node on a port of its own, which the real library talks to. It runs batches of transfers and remarks, each
 * transaction in a block of its own, and proves nothing: that is what the tests with the real chain are for.
 */
export class FakeSubstrate {
  /** Base units of each account, by public key. */
  readonly held = new Map<string, bigint>();
  ending: Ending = 'success';
  /** False: a sent transaction waits for `mine`, and its block for `finalize`. */
  instant = true;
  /** The hashes of what was sent to it. */
  readonly sent: string[] = [];
  /** The texts of executed remarks. */
  readonly remarks: string[] = [];
  private readonly pool: string[] = [];
  private readonly blocks: Block[] = [{ extrinsics: [], events: [], held: new Map() }];
  private final = 0;
  private subscriptions = 0;
  private readonly now = Date.parse('2026-11-21T12:00:00Z');

  private readonly sockets: WebSocketServer;

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => void this.serve(request, response));
    this.sockets = new WebSocketServer({ server });
    this.sockets.on('connection', (socket) => {
      socket.on('message', (data) => this.converse(socket, JSON.parse(String(data))));
    });
  }

  /** Answers one call or several of an HTTP request. */
  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const part of request) body += part;
    const allowed = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
    response.writeHead(200, { ...allowed, 'content-type': 'application/json' });
    const asked: Asked | Asked[] = JSON.parse(body || '[]');
    response.end(
      JSON.stringify(Array.isArray(asked) ? asked.map((call) => this.reply(call)) : this.reply(asked)),
    );
  }

  private reply({ id, method, params }: Asked) {
    try {
      return { jsonrpc: '2.0', id, result: this.answer(method, params) };
    } catch (error) {
      return { jsonrpc: '2.0', id, error: { code: 1010, message: (error as Error).message } };
    }
  }

  private converse(socket: WebSocket, call: Asked): void {
    const reply = this.reply(call);
    socket.send(JSON.stringify(reply));
    const update = UPDATES[call.method];
    if (!update || 'error' in reply) return;
    const params = { subscription: reply.result, result: this.first(call.method, call.params) };
    socket.send(JSON.stringify({ jsonrpc: '2.0', method: update, params }));
  }

  static async start(): Promise<FakeSubstrate> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    realHosts.add(`127.0.0.1:${(server.address() as AddressInfo).port}`);
    return new FakeSubstrate(server);
  }

  async stop(): Promise<void> {
    for (const client of this.sockets.clients) client.terminate();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** The chain's entry in `/deployment.json`. */
  get entry() {
    const { port } = this.server.address() as AddressInfo;
    return { ...substrateEntry, rpc_url: `http://127.0.0.1:${port}` };
  }

  /** A site's `/deployment.json` with this chain. */
  get deployment() {
    return { ...localDeployment, substrate: this.entry };
  }

  /** The number of its newest block. */
  get head(): number {
    return this.blocks.length - 1;
  }

  /** Puts what waits into a block. */
  mine(): void {
    for (const extrinsic of this.pool.splice(0)) this.blocks.push(this.run(extrinsic));
  }

  /** Drops the blocks that are not final, as a better branch of the chain would. Their transactions wait again. */
  replace(): void {
    for (const { extrinsics } of this.blocks.splice(this.final + 1)) this.pool.push(...extrinsics.slice(1));
  }

  /** Makes every block final. */
  finalize(): void {
    this.final = this.head;
  }

  /** A transfer with a remark that `from` signed elsewhere. */
  pay(from: KeyringPair, to: string, amount: bigint, remark: string): Place {
    const bytes = /^0x[0-9a-f]{64}$/i.test(remark) ? remark : stringToHex(remark);
    const calls = [tx.balances.transferKeepAlive(to, amount), tx.system.remarkWithEvent(bytes)];
    const extrinsic = registry.createType('Extrinsic', tx.utility.batchAll(calls), { version: 4 });
    extrinsic.sign(from, {
      blockHash: hashOf(0),
      genesisHash: hashOf(0),
      nonce: this.blocks.length,
      runtimeVersion: registry.createType('RuntimeVersion', version),
    });
    return { txHash: this.take(extrinsic.toHex()), block: this.head, at: 1 };
  }

  /** Takes a transaction, and answers its hash. */
  private take(hex: string): `0x${string}` {
    this.pool.push(hex);
    if (this.instant) {
      this.mine();
      this.finalize();
    }
    return registry.createType('Extrinsic', hex).hash.toHex();
  }

  /** The block with this extrinsic, after the one that sets the time. */
  private run(hex: string): Block {
    const time = registry.createType('Extrinsic', tx.timestamp.set(this.now), { version: 4 });
    const extrinsic = registry.createType('Extrinsic', hex);
    const signer = decodeAddress(extrinsic.signer.toString());
    this.add(signer, -FEE);
    const ran = {
      success: () => [...this.execute(signer, extrinsic.method), succeeded(1)],
      failed: () => [eventOf(1, 'System', 'ExtrinsicFailed', ERROR, WEIGHT)],
      interrupted: () => [eventOf(1, 'Utility', 'BatchInterrupted', new Uint8Array(4), ERROR), succeeded(1)],
    };
    const events = [succeeded(0), ...ran[this.ending]()];
    return { extrinsics: [time.toHex(), hex], events, held: new Map(this.held) };
  }

  /** Carries a batch out. */
  private execute(signer: Uint8Array, batch: Pick<Call, 'args'>): Uint8Array[] {
    return [...(batch.args[0] as unknown as Iterable<Call>)].map(({ method, args: [first, second] }) => {
      if (method === 'transferKeepAlive') {
        const payee = decodeAddress(String(first));
        const amount = BigInt(String(second));
        this.add(signer, -amount);
        this.add(payee, amount);
        return eventOf(1, 'Balances', 'Transfer', signer, payee, units(amount));
      }
      const bytes = first?.toU8a(true) ?? new Uint8Array();
      this.remarks.push(u8aToString(bytes));
      return eventOf(1, 'System', 'Remarked', signer, blake2AsU8a(bytes, 256));
    });
  }

  private add(key: Uint8Array, amount: bigint): void {
    const name = u8aToHex(key);
    this.held.set(name, (this.held.get(name) ?? 0n) + amount);
  }

  private block(hash: unknown): number {
    return typeof hash === 'string' ? Number(hash === hashOf(0) ? 0 : BigInt(hash)) : this.head;
  }

  private header(number: number) {
    const parentHash = hashOf(Math.max(0, number - 1));
    const [stateRoot, extrinsicsRoot] = [hashOf(1), hashOf(1)];
    return { parentHash, number: numberToHex(number), stateRoot, extrinsicsRoot, digest: { logs: [] } };
  }

  private stored(key: string, hash: unknown): string | null {
    if (key === EVENTS) {
      const events = this.blocks[this.block(hash)]?.events ?? [];
      return u8aToHex(u8aConcat(compactToU8a(events.length), ...events));
    }
    if (key === NOW) return u8aToHex(bnToU8a(this.now, { bitLength: 64 }));
    if (!key.startsWith(ACCOUNT)) throw new Error(`The node was asked for ${key}`);
    const number = this.block(hash);
    const held = number === this.head ? this.held : this.blocks[number]?.held;
    const free = held?.get(`0x${key.slice(-64)}`);
    if (free === undefined) return null;
    return u8aToHex(u8aConcat(new Uint8Array(16), units(free), new Uint8Array(48)));
  }

  /** Values of storage keys, perhaps after a block. */
  private changes([keys, block]: unknown[]) {
    return { block: hashOf(0), changes: (keys as string[]).map((key) => [key, this.stored(key, block)]) };
  }

  /** What a subscription says at once; nothing changes later. */
  private first(method: string, params: unknown[]): unknown {
    return method === 'state_subscribeStorage' ? this.changes(params) : version;
  }

  private called(name: string): Uint8Array {
    if (name === 'Metadata_metadata_versions') return Uint8Array.of(4, 14, 0, 0, 0);
    if (name === 'Metadata_metadata_at_version')
      return u8aConcat([1], compactToU8a(METADATA.length), METADATA);
    if (name === 'TransactionPaymentApi_query_info') return u8aConcat([0, 0, 0], units(FEE));
    throw new Error(`The node was asked for ${name}`);
  }

  private answer(method: string, params: unknown[]): unknown {
    switch (method) {
      case 'rpc_methods':
        return rpc;
      case 'system_chain':
        return 'Rococo Local';
      case 'system_properties':
        return { ss58Format: 2, tokenDecimals: 12, tokenSymbol: 'ROC' };
      case 'state_getMetadata':
        return metadataHex;
      case 'state_getRuntimeVersion':
        return version;
      case 'state_subscribeRuntimeVersion':
      case 'state_subscribeStorage':
        this.subscriptions += 1;
        return String(this.subscriptions);
      case 'state_unsubscribeStorage':
        return true;
      case 'state_getStorage':
        return this.stored(String(params[0]), params[1]);
      case 'state_queryStorageAt':
        return [this.changes(params)];
      case 'chain_getBlockHash':
        return hashOf(params[0] === undefined ? this.head : Number(params[0]));
      case 'chain_getFinalizedHead':
        return hashOf(this.final);
      case 'chain_getHeader':
        return this.header(this.block(params[0]));
      case 'chain_getBlock': {
        const number = this.block(params[0]);
        const { extrinsics } = this.blocks[number] ?? { extrinsics: [] };
        return { block: { header: this.header(number), extrinsics }, justifications: null };
      }
      case 'system_accountNextIndex':
        return this.blocks.length;
      case 'state_call':
        return u8aToHex(this.called(String(params[0])));
      case 'author_submitExtrinsic': {
        const hash = this.take(String(params[0]));
        this.sent.push(hash);
        return hash;
      }
      default:
        throw new Error(`The node was asked for ${method}`);
    }
  }
}
