import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { Bytes } from '@polkadot-api/substrate-bindings';
import { beforeAll, describe, expect, test } from 'vitest';
import { appliedIn, recordsIn } from '#domain/substrate/events.ts';
import { blake256, extrinsicHash, remarksOf } from '#domain/substrate/extrinsics.ts';
import { type Runtime, readRuntime } from '#domain/substrate/runtime.ts';
import {
  askSubstrate,
  asMulti,
  batch,
  encoded,
  proxied,
  remark,
  signed,
  sr25519Account,
  transfer,
} from '../../../../test/substrate.ts';

const [alice, bob] = [sr25519Account('Alice'), sr25519Account('Bob')];
let runtime: Runtime;
beforeAll(async () => {
  runtime = readRuntime(await askSubstrate<string>('state_getMetadata'));
});

const texts = (hex: string) =>
  [...(remarksOf(runtime, hex)?.values() ?? [])].map((bytes) => new TextDecoder().decode(bytes));
/** With its length before it. */
const whole = (bytes: Uint8Array) => `0x${bytesToHex(Bytes().enc(bytes))}`;

/** What follows format, address and signature of an extrinsic: the extensions and the call. */
const unsigned = (hex: string) =>
  Bytes()
    .dec(hex)
    .slice(1 + 33 + 65);

describe('The remarks of an extrinsic', () => {
  test('are found in calls within calls, under the hashes that their events have', async () => {
    const deep = proxied(bob, batch('batch', [remark('deep'), transfer(bob, 1n)]));
    const { length } = await encoded(remark('multisig'));
    const many = asMulti(2, [bob.key], undefined, remark('multisig'), length);
    const call = batch('batch_all', [remark('first'), batch('batch', [deep]), many, remark('last')]);
    const { bytes, hash } = await signed(alice, call);
    expect(texts(bytes)).toEqual(['first', 'deep', 'multisig', 'last']);
    expect([...(remarksOf(runtime, bytes)?.keys() ?? [])][1]).toBe(blake256(utf8ToBytes('deep')));
    expect(extrinsicHash(bytes)).toBe(hash);
  });

  test('are found in an extrinsic of format 5 too, and none is in one that nobody signed', async () => {
    const { bytes } = await signed(alice, batch('batch_all', [transfer(bob, 1n), remark('five')]));
    expect(texts(whole(concatBytes(Uint8Array.of(0x45, 0), unsigned(bytes))))).toEqual(['five']);
    const call = await encoded(remark('bare'));
    for (const format of [4, 5]) {
      expect(texts(whole(concatBytes(Uint8Array.of(format), call)))).toEqual([]);
    }
  });

  test('are unknown if the calls are unreadable, and a part of an extrinsic is none', async () => {
    const { bytes } = await signed(alice, remark('whole'));
    const content = Bytes().dec(bytes);
    expect(remarksOf(runtime, whole(content.slice(0, -8)))).toBeNull();
    expect(remarksOf(runtime, whole(concatBytes(Uint8Array.of(0x86), content.slice(1))))).toBeNull();
    expect(() => remarksOf(runtime, bytes.slice(0, -6))).toThrow();
    expect(() => remarksOf(runtime, `${bytes}00`)).toThrow();
  });
});

test('the fee of an extrinsic is what its runtime reports, and otherwise what was withdrawn and kept', () => {
  const account = `0x${'0a'.repeat(32)}`;
  const record = (extrinsic: number, pallet: string, name: string, value: unknown) => ({
    phase: { type: 'ApplyExtrinsic', value: extrinsic },
    event: { type: pallet, value: { type: name, value } },
  });
  const moved = (amount: bigint, who = account) => ({ who, amount });
  const events = () => [
    { phase: { type: 'Initialization', value: undefined }, event: record(0, 'System', 'x', null).event },
    record(1, 'Balances', 'Withdraw', moved(50n)),
    record(1, 'Balances', 'Deposit', moved(20n)),
    record(1, 'TransactionPayment', 'TransactionFeePaid', { who: account, actual_fee: 31n, tip: 1n }),
    record(1, 'System', 'ExtrinsicSuccess', {}),
    record(2, 'Balances', 'Withdraw', moved(50n)),
    record(2, 'Balances', 'Withdraw', moved(7n)),
    record(2, 'Balances', 'Deposit', moved(20n)),
    record(2, 'Balances', 'Deposit', moved(30n, `0x${'0b'.repeat(32)}`)),
    record(2, 'System', 'ExtrinsicFailed', {}),
    record(3, 'System', 'ExtrinsicSuccess', {}),
  ];
  const applied = appliedIn(recordsIn({ ...runtime, events }, '0x'));
  expect([...applied.values()].map(({ fee, succeeded }) => [fee, succeeded])).toEqual([
    [31n, true],
    [30n, false],
    [null, true],
  ]);
});
