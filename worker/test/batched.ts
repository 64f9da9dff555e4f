/** Several prepared transactions in one, as a wallet that can batch sends them. */
import { type Account, concatHex, type Hex, numberToHex, size } from 'viem';
import type { ReadyCall } from '#domain/payouts/schema.ts';
import { evmCall } from './desk.ts';
import { type LocalChain, localAccount } from './harness.ts';

/** Code of an account that calls the address in its first word with the rest of the data, and passes a failure on. */
const EXECUTOR: Hex = '0x602036038060205f375f5f915f5f5f355af115601757005b5f5ffd';

const push2 = (value: number): Hex => concatHex(['0x61', numberToHex(value, { size: 2 })]);

/** Code that makes each call, all or none. */
function script(calls: readonly { to: Hex; data: Hex }[]): Hex {
  // CODECOPY its data to memory, CALL, and go to the REVERT at the end if that failed.
  const STEP = 3 + 3 + 1 + 1 + (1 + 1 + 3 + 1 + 1 + 21 + 1 + 1) + 1 + 3 + 1;
  const fail = STEP * calls.length + 1;
  let at = fail + 4;
  const steps = calls.map(({ to, data }) => {
    const length = push2(size(data));
    const copy = concatHex([length, push2(at), '0x5f', '0x39']);
    at += size(data);
    const call = concatHex(['0x5f5f', length, '0x5f5f', '0x73', to, '0x5af1']);
    return concatHex([copy, call, '0x15', push2(fail), '0x57']);
  });
  return concatHex([...steps, '0x00', '0x5b5f5ffd', ...calls.map(({ data }) => data)]);
}

/** Sends what was prepared for these accounts in one transaction: for as long as it takes, they are contracts. */
export async function sendTogether(
  prepared: readonly { ready: ReadyCall; from: Account }[],
  on: LocalChain,
): Promise<Hex> {
  const senders = [...new Set(prepared.map(({ from }) => from.address))];
  const target: Hex = '0x00000000000000000000000000000000000ba7c4';
  const calls = prepared.map(({ ready, from }) => {
    const { to, data } = evmCall(ready);
    return { to: from.address, data: concatHex([`0x${to.slice(2).toLowerCase().padStart(64, '0')}`, data]) };
  });
  for (const address of senders) await on.setCode({ address, bytecode: EXECUTOR });
  await on.setCode({ address: target, bytecode: script(calls) });
  try {
    const account = localAccount(9);
    const hash = await on.sendTransaction({ account, chain: on.chain, to: target, gas: 2_000_000n });
    const { status } = await on.waitForTransactionReceipt({ hash });
    if (status !== 'success') throw new Error('The batch was reverted');
    return hash;
  } finally {
    for (const address of senders) await on.setCode({ address, bytecode: '0x' });
  }
}
