import {
  decodeFunctionData,
  encodeErrorResult,
  encodeFunctionData,
  encodeFunctionResult,
  type Hex,
  zeroAddress,
} from 'viem';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { insurancePaymentAbi as abi } from '#domain/abi/insurance-payment.ts';
import { shortAddress } from '#domain/address.ts';
import { FakeContract, OWN_HASH } from '#web/test/fake-contract.ts';

const CONTRACT = '0x0165878A594ca255338adfa4d48449f69242Eb8F';
const CLAIMS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const OTHER = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
const GUARDIAN = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

const HOLDERS: Record<number, Hex> = { 1: GUARDIAN, 2: CLAIMS };
const deployment = {
  environment: 'local',
  chains: [
    {
      chain_id: 1337,
      key: 'ganache',
      name: 'Local chain',
      rpc_url: 'http://node.test/',
      contract: CONTRACT,
      currencies: [{ symbol: 'ETH', decimals: 18, token: null }],
    },
  ],
};

const payClaim = encodeFunctionData({
  abi,
  functionName: 'payClaim',
  args: [`0x${'b'.repeat(64)}`, 1n, 1_795_257_000n, 1_500n, 75n * 10n ** 16n, 1_795_300_000n],
});
const ready = { kind: 'evm' as const, chain_id: 1337, to: CONTRACT, data: payClaim, value: '0' };

/** A node whose contract knows its roles, and refuses other calls with `refusal`. */
function fakeNode(refusal: Hex | null = null) {
  const tried: unknown[] = [];
  const one = ({
    id,
    method,
    params,
  }: {
    id: number;
    method: string;
    params: [{ data: Hex; from?: Hex }];
  }) => {
    if (method !== 'eth_call') return { jsonrpc: '2.0', id, error: { code: -32601, message: method } };
    const [{ data }] = params;
    const call = decodeFunctionData({ abi, data });
    if (call.functionName === 'powerOf') {
      const announced = call.args[0] === '0x69328dec';
      return {
        jsonrpc: '2.0',
        id,
        result: encodeFunctionResult({
          abi,
          functionName: 'powerOf',
          result: [announced ? 16 : 4, announced],
        }),
      };
    }
    if (call.functionName === 'roleHolder') {
      const result = HOLDERS[call.args[0]] ?? zeroAddress;
      return {
        jsonrpc: '2.0',
        id,
        result: encodeFunctionResult({ abi, functionName: 'roleHolder', result }),
      };
    }
    tried.push(params[0]);
    if (refusal)
      return { jsonrpc: '2.0', id, error: { code: 3, message: 'execution reverted', data: refusal } };
    return { jsonrpc: '2.0', id, result: '0x' };
  };
  vi.stubGlobal('fetch', async (input: string | URL, init?: RequestInit) => {
    if (String(input).endsWith('/deployment.json')) return Response.json(deployment);
    const body = JSON.parse(String(init?.body));
    return Response.json(Array.isArray(body) ? body.map(one) : one(body));
  });
  return tried;
}

const module = () => import('./send.ts');
beforeEach(() => vi.resetModules());

describe('rehearseCall', () => {
  it('a call is simulated as the account that holds the role', async () => {
    const tried = fakeNode();
    const { rehearseCall } = await import('./sender.ts');
    expect(await rehearseCall(ready, CLAIMS)).toEqual({
      state: 'ready',
      says: 'The contract accepts it from the claims role. Nothing is sent before you confirm.',
    });
    expect(tried).toEqual([expect.objectContaining({ data: payClaim })]);
  });

  it('another account is told who holds the role, and nothing is tried', async () => {
    const tried = fakeNode();
    const { rehearseCall } = await import('./sender.ts');
    expect(await rehearseCall(ready, OTHER)).toEqual({
      state: 'wrong_account',
      says: `This needs the claims role (${shortAddress(CLAIMS)}). The connected account does not hold it.`,
      outside: null,
    });
    expect(tried).toEqual([]);
  });

  it('a refusal of the contract becomes a sentence', async () => {
    fakeNode(encodeErrorResult({ abi, errorName: 'PayoutsAreHalted', args: [1_795_257_000n] }));
    const { rehearseCall } = await import('./sender.ts');
    expect(await rehearseCall(ready, CLAIMS)).toEqual({
      state: 'refused',
      says: 'The contract would refuse this, so nothing was sent. Payouts are halted until November 21, 2026 at 10:30 AM UTC. The guardian can lift the halt.',
    });
  });

  it('a veto is for the guardian as well as for the role of the vetoed call', async () => {
    fakeNode();
    const { rehearseCall } = await import('./sender.ts');
    const withdrawal = encodeFunctionData({ abi, functionName: 'withdraw', args: [zeroAddress, OTHER, 1n] });
    const veto = encodeFunctionData({ abi, functionName: 'veto', args: [withdrawal] });
    expect(await rehearseCall({ ...ready, data: veto }, GUARDIAN)).toEqual({
      state: 'ready',
      says: 'The contract accepts it from the guardian role. Nothing is sent before you confirm.',
    });
    const replaced = encodeFunctionData({ abi, functionName: 'grantRole', args: [1, OTHER] });
    const own = encodeFunctionData({ abi, functionName: 'veto', args: [replaced] });
    expect(await rehearseCall({ ...ready, data: own }, GUARDIAN)).toMatchObject({ state: 'wrong_account' });
  });
});

describe('inspectCall', () => {
  it('a call of our contract is taken, on its chain', async () => {
    fakeNode();
    const { inspectCall } = await module();
    expect((await inspectCall(ready)).chain_id).toBe(1337);
  });

  it.each([
    ['to another address', { ...ready, to: OTHER }],
    ['with bytes that are no call of the contract', { ...ready, data: '0xdeadbeef' }],
    ['on an unknown network', { ...ready, chain_id: 5 }],
  ])('a transaction %s is not sent', async (_, call) => {
    fakeNode();
    const { inspectCall } = await module();
    await expect(inspectCall(call)).rejects.toMatchObject({ code: 'refused' });
  });
});

describe('followCall', () => {
  /** A node with our contract, and how the call ended after so many seconds. */
  async function follow(contract: FakeContract, call = ready) {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', contract.fetch);
    const { followCall } = await module();
    const hash = contract.send([{ from: CLAIMS, ...call }]);
    const end = vi.fn();
    void followCall(call, hash).then(end);
    return {
      end,
      seconds: async (count: number) => {
        await vi.advanceTimersByTimeAsync(count * 1_000);
        return end.mock.calls.at(-1)?.[0];
      },
    };
  }
  afterEach(() => vi.useRealTimers());

  it('a call that the network has is followed to its receipt', async () => {
    const contract = new FakeContract();
    const { seconds } = await follow(contract);
    expect(await seconds(5)).toEqual({ status: 'mined', hash: contract.hashOf(0) });
  });

  it('a call that waits for its block is followed for as long as that takes', async () => {
    const contract = new FakeContract();
    contract.mining = false;
    const { seconds } = await follow(contract);
    expect(await seconds(3_600)).toBeUndefined();
    contract.mining = true;
    expect(await seconds(5)).toEqual({ status: 'mined', hash: contract.hashOf(0) });
  });

  it('a receipt is found when the last block arrives during the search for a replacement', async () => {
    const contract = new FakeContract();
    contract.mining = false;
    contract.blockDelay = 3_500;
    const { seconds } = await follow(contract);
    await seconds(2);
    contract.mining = true;
    expect(await seconds(10)).toEqual({ status: 'mined', hash: contract.hashOf(0) });
  });

  it('a contract wallet’s own hash is given up after two minutes, since it never becomes a transaction', async () => {
    const contract = new FakeContract();
    contract.ownHashes = true;
    const { seconds } = await follow(contract);
    expect(await seconds(110)).toBeUndefined();
    expect(await seconds(30)).toEqual({ status: 'unsent', hash: OWN_HASH });
  });

  it('a transaction that a contract wallet sent under another hash is found by the contract’s event', async () => {
    const contract = new FakeContract();
    contract.ownHashes = true;
    const { seconds } = await follow(contract);
    expect(await seconds(60)).toBeUndefined();
    contract.execute();
    expect(await seconds(10)).toEqual({ status: 'mined', hash: contract.hashOf(0) });
  });

  it('the payment of another claim on the same policy is not mistaken for it', async () => {
    const contract = new FakeContract();
    contract.ownHashes = true;
    const earlier = encodeFunctionData({
      abi,
      functionName: 'payClaim',
      args: [`0x${'b'.repeat(64)}`, 2n, 1_795_257_000n, 1_500n, 75n * 10n ** 16n, 1_795_300_000n],
    });
    contract.send([{ from: CLAIMS, to: CONTRACT, data: earlier, value: '0' }]);
    contract.execute();
    const { seconds } = await follow(contract);
    expect(await seconds(200)).toEqual({ status: 'unsent', hash: OWN_HASH });
  });
});
