/** The fake node does what the real one does with the calls that tests send to it. */
import { expect, test } from 'vitest';
import { Rpc } from '#domain/json-rpc.ts';
import { readBalances } from '#domain/substrate/balances.ts';
import { appliedIn, recordsIn } from '#domain/substrate/events.ts';
import { EVENTS_KEY, readRuntime } from '#domain/substrate/runtime.ts';
import { fakeNode } from './fake-node.ts';
import { alice, mooring, ROC, transferAll } from './polkadot.ts';
import {
  askSubstrate,
  batch,
  remark,
  type SubstrateCall,
  send,
  sr25519Account,
  substrate,
  transfer,
} from './substrate.ts';

const customer = sr25519Account('Customer of both nodes');
const TOO_MUCH = 10n ** 30n;
const CALLS: readonly (readonly [by: typeof alice, call: SubstrateCall])[] = [
  [alice, transfer(customer, 7n * ROC)],
  [customer, batch('batch_all', [transfer(mooring, 3n * ROC), remark('one')])],
  [customer, batch('batch_all', [transfer(mooring, ROC), remark('two'), transfer(mooring, TOO_MUCH)])],
  [customer, batch('batch', [transfer(mooring, ROC), transfer(mooring, TOO_MUCH), remark('three')])],
  [customer, transfer(mooring, TOO_MUCH)],
  [customer, transferAll(alice, true)],
  [alice, transfer(customer, ROC)],
  [customer, transferAll(alice)],
];

/** What our reader makes of each call, and what the account holds after it, apart from fees. */
async function carriedOut() {
  const runtime = readRuntime(await askSubstrate<string>('state_getMetadata'));
  const rpc = new Rpc(substrate.rpc_url, (...args) => fetch(...args));
  const seen: unknown[] = [];
  for (const [by, call] of CALLS) {
    const { block, index } = await send(by, call);
    const hash = await askSubstrate<string>('chain_getBlockHash', [block]);
    const bytes = await askSubstrate<string>('state_getStorage', [EVENTS_KEY, hash]);
    const applied = appliedIn(recordsIn(runtime, bytes)).get(index);
    const [held] = (await readBalances(rpc, substrate.genesis_hash, [customer.key])).accounts;
    seen.push({
      succeeded: applied?.succeeded,
      // A transfer of everything is less by the fees, which are not the same.
      transfers: applied?.transfers.map(({ from, to, amount }) => [from, to, amount / ROC]),
      remarks: applied?.remarks.map(({ sender, hash: text }) => [sender, text]),
      isCharged: (applied?.fee ?? 0n) > 0n,
      coins: held && [held.free / ROC, held.free === 0n, held.reserved],
    });
  }
  return seen;
}

test('the fake node carries calls out, and fails, as the real one does', async () => {
  const real = await carriedOut();
  expect(real).toHaveLength(CALLS.length);
  await fakeNode();
  expect(await carriedOut()).toEqual(real);
});
