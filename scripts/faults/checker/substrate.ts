/** Reads the transfers of our account, and the remarks beside them, from a Substrate chain's blocks. */
import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { getLookupCodecBuilder, getLookupFn } from '@polkadot-api/metadata-builders';
import { decAnyMetadata, Hex, Storage, unifyMetadata } from '@polkadot-api/substrate-bindings';
import { type Ask, BARE, type Fact } from './facts.ts';

export interface SubstrateSource {
  /** The genesis hash. */
  chain: string;
  /** Public keys of our accounts. */
  recipients: readonly string[];
  from: number;
  ask: Ask;
}

interface EventRecord {
  phase: { type: string; value: unknown };
  event: { type: string; value: { type: string; value: unknown } };
}
interface Transfer {
  from: string;
  to: string;
  amount: bigint;
}

const EVENTS = Storage('System')('Events').enc();
const NOW = Storage('Timestamp')('Now').enc();

async function eventDecoder(ask: Ask): Promise<(bytes: string) => EventRecord[]> {
  const metadata = unifyMetadata(decAnyMetadata(String(await ask('state_getMetadata', []))));
  const build = getLookupCodecBuilder(getLookupFn(metadata), Hex(32));
  const events = metadata.pallets
    .find(({ name }) => name === 'System')
    ?.storage?.items.find(({ name }) => name === 'Events')?.type;
  if (events?.tag !== 'plain') throw new Error('The runtime has no events');
  return build(events.value).dec;
}

const bytesOf = (hex: string) => hexToBytes(hex.slice(2));
const hashOf = (bytes: Uint8Array) => `0x${bytesToHex(blake2b(bytes, { dkLen: 32 }))}`;

/** A quote's id is 32 bytes, or their hexadecimal text. */
const QUOTE_BYTES = 32;
const TEXTS = /mooring:[a-z0-9:]+|0x[0-9a-f]{64}/g;

/** The remark with this hash. It stands somewhere in the extrinsic, whatever calls are around it. */
function remarkWith(hash: string, extrinsic: Uint8Array): string | null {
  const text = Array.from(extrinsic, (byte) => String.fromCharCode(byte)).join('');
  for (const [found] of text.matchAll(TEXTS)) if (hashOf(utf8ToBytes(found)) === hash) return found;
  for (let at = 0; at + QUOTE_BYTES <= extrinsic.length; at += 1) {
    const window = extrinsic.subarray(at, at + QUOTE_BYTES);
    if (hashOf(window) === hash) return `0x${bytesToHex(window)}`;
  }
  return null;
}

const CLAIM = /^mooring:claim:(0x[0-9a-f]{64}):(\d+):(\d+):(\d+)$/;
const REFUND = /^mooring:refund:(0x[0-9a-f]{64}):(rejected|cancelled)$/;

type Said = Pick<Fact, 'quote'> & Partial<Fact> & { fund?: true };

/** What a remark says about the money beside it. */
function read(remark: string | null): Said {
  if (remark === 'mooring:fund') return { quote: null, fund: true };
  if (remark?.startsWith('0x')) return { quote: remark };
  const claim = CLAIM.exec(remark ?? '');
  if (claim) {
    const [, quote = '', number, incident, usd] = claim;
    return {
      kind: 'claim_paid',
      quote,
      claimNumber: Number(number),
      incidentAt: Number(incident),
      usd: Number(usd),
    };
  }
  const refund = REFUND.exec(remark ?? '');
  if (!refund) return { quote: null };
  const outcome = refund[2] === 'rejected' ? 'rejected' : 'cancelled';
  return { kind: 'premium_refunded', quote: refund[1] ?? null, outcome };
}

/** Payments to our accounts, and the payouts and refunds that they made, in chain order. */
export async function readSubstrate({ chain, recipients, from, ask }: SubstrateSource): Promise<Fact[]> {
  const decode = await eventDecoder(ask);
  const head = (await ask('chain_getHeader', [await ask('chain_getFinalizedHead', [])])) as {
    number: string;
  };
  const facts: Fact[] = [];
  for (let block = from; block <= Number(head.number); block += 1) {
    const blockHash = String(await ask('chain_getBlockHash', [block]));
    const stored = await ask('state_getStorage', [EVENTS, blockHash]);
    if (typeof stored !== 'string') continue;
    const records = decode(stored).map(({ phase, event }, at) => ({
      at,
      extrinsic: phase.type === 'ApplyExtrinsic' ? Number(phase.value) : -1,
      name: `${event.type}.${event.value.type}`,
      value: event.value.value,
    }));
    const transfers = records.filter(({ name, value }) => {
      if (name !== 'Balances.Transfer') return false;
      const { from: payer, to } = value as Transfer;
      return recipients.includes(payer) !== recipients.includes(to);
    });
    if (transfers.length === 0) continue;
    const body = (await ask('chain_getBlock', [blockHash])) as { block: { extrinsics: string[] } };
    const now = bytesOf(String(await ask('state_getStorage', [NOW, blockHash])));
    const time = Math.floor(Number(new DataView(now.buffer, now.byteOffset).getBigUint64(0, true)) / 1000);
    for (const { at, extrinsic, value } of transfers) {
      const { from: payer, to, amount } = value as Transfer;
      const bytes = bytesOf(body.block.extrinsics[extrinsic] ?? '0x');
      const remarked = records.find(
        (each) => each.name === 'System.Remarked' && each.extrinsic === extrinsic,
      );
      const hash = (remarked?.value as { hash: string } | undefined)?.hash;
      const { fund, ...said } = read(hash === undefined ? null : remarkWith(hash, bytes));
      const isOurs = recipients.includes(payer);
      // Money that left without one of our remarks pays nothing that is insured.
      if (fund || isOurs !== (said.kind !== undefined)) continue;
      const place = { chain, tx: hashOf(bytes), index: at, block, blockHash, time };
      const paid = { kind: 'purchased' as const, wallet: isOurs ? to : payer };
      facts.push({ ...BARE, ...place, ...paid, ...said, amount: amount.toString() });
    }
  }
  return facts;
}
