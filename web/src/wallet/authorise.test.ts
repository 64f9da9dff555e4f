import {
  type Address,
  custom,
  decodeFunctionData,
  domainSeparator,
  encodeErrorResult,
  encodeFunctionResult,
  erc20Abi,
  type Hex,
  keccak256,
  toFunctionSelector,
  toHex,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { beforeEach, describe, expect, it } from 'vitest';
import { createConfig, injected } from 'wagmi';
import { connect } from 'wagmi/actions';
import { insurancePaymentAbi } from '../../../domain/abi/insurance-payment.ts';
import { authorisationActions } from './authorise.ts';
import { permitAbi } from './permit.ts';
import type { CheckedPayment } from './verify-payment.ts';

const holder = privateKeyToAccount(keccak256(toHex('holder')));
const USDC: Address = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512';
const CONTRACT: Address = '0x0165878A594ca255338adfa4d48449f69242Eb8F';
const PREMIUM = 960_000_000n;
const APPROVAL: Hex = `0x${'a'.repeat(64)}`;

const payment: CheckedPayment = {
  quoteId: `0x${'b'.repeat(64)}`,
  chainId: 1337,
  to: CONTRACT,
  data: '0x12345678',
  value: 0n,
  amount: PREMIUM,
  token: USDC,
  offer: {
    quote: {
      holder: holder.address,
      token: USDC,
      premium: PREMIUM,
      product: 2,
      cover: 100_000,
      startDay: 20_778,
      endDay: 21_143,
      validUntil: 1_795_257_000,
      detailsHash: `0x${'a'.repeat(64)}`,
    },
    signature: `0x${'11'.repeat(65)}`,
  },
  permit: true,
};

/** What the chain's node and the wallet answer at the edge, and what they were asked. */
const edge = {
  allowance: 0n,
  balance: PREMIUM,
  /** Version that the token's own separator is made of. */
  version: '2',
  /** What the rehearsal of the permit purchase reverts with, if it does. */
  revert: null as Hex | null,
  sign: async (typed: string): Promise<Hex> => holder.signTypedData(JSON.parse(typed)),
  signed: 0,
};
const fresh = { ...edge };
let sent: { to: Address; data: Hex; value: bigint }[] = [];
let stages: string[] = [];

const fault = (code: number, message: string, data?: Hex) =>
  Object.assign(new Error(message), { code, data });
const selector = (name: 'DOMAIN_SEPARATOR' | 'name' | 'version' | 'nonces') =>
  toFunctionSelector(`${name}(${name === 'nonces' ? 'address' : ''})`);

function call(data: Hex): Hex {
  const domain = { name: 'USD Coin', version: edge.version, chainId: 1337, verifyingContract: USDC };
  switch (data.slice(0, 10)) {
    case selector('DOMAIN_SEPARATOR'):
      return domainSeparator({ domain });
    case selector('name'):
      return encodeFunctionResult({ abi: permitAbi, functionName: 'name', result: 'USD Coin' });
    case selector('version'):
      return encodeFunctionResult({ abi: permitAbi, functionName: 'version', result: '2' });
    case selector('nonces'):
      return toHex(5n, { size: 32 });
    case toFunctionSelector('allowance(address,address)'):
      return toHex(edge.allowance, { size: 32 });
    case toFunctionSelector('balanceOf(address)'):
      return toHex(edge.balance, { size: 32 });
    case toFunctionSelector('eip712Domain()'):
      throw fault(3, 'execution reverted', '0x');
    default:
      if (edge.revert !== null) throw fault(3, 'execution reverted', edge.revert);
      return '0x';
  }
}

async function node({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
  const [first] = params as [{ data: Hex }];
  if (method === 'eth_call') return call(first.data);
  if (method === 'eth_getTransactionReceipt') {
    return { transactionHash: APPROVAL, status: '0x1', type: '0x2', logs: [], blockNumber: '0x1' };
  }
  throw fault(-32601, `The node was asked for ${method}`);
}

async function extension({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
  if (method === 'eth_chainId') return '0x539';
  if (method === 'eth_accounts' || method === 'eth_requestAccounts') return [holder.address];
  if (method === 'wallet_requestPermissions') return [{ caveats: [{ value: [holder.address] }] }];
  if (method === 'eth_signTypedData_v4') {
    edge.signed += 1;
    return edge.sign((params as [string, string])[1]);
  }
  throw fault(4200, `The wallet was asked for ${method}`);
}

async function tokens() {
  const chain = {
    id: 1337,
    name: 'Ganache Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
  };
  const provider = { request: extension, on: () => {}, removeListener: () => {} };
  const target = { id: 'test', name: 'Test', provider: provider as never };
  const config = createConfig({
    chains: [chain],
    storage: null,
    multiInjectedProviderDiscovery: false,
    connectors: [injected({ target: () => target })],
    transports: { 1337: custom({ request: node }, { retryCount: 0 }) },
  });
  await connect(config, { connector: config.connectors[0] as (typeof config.connectors)[number] });
  return authorisationActions(config, {
    ready: async () => {},
    send: async (_, to, data, value) => {
      sent.push({ to, data, value });
      return APPROVAL;
    },
  });
}

const authorise = async (of = payment) => (await tokens()).authorise(of, (stage) => stages.push(stage));

/** The amounts that the contract was allowed by transactions. */
const approvals = () =>
  sent.map(({ to, data }) => [to, decodeFunctionData({ abi: erc20Abi, data }).args?.[1]]);

beforeEach(() => {
  Object.assign(edge, fresh);
  sent = [];
  stages = [];
});

describe('letting the contract take a premium', () => {
  it('is one signature where token and wallet can, over exactly what the quote says', async () => {
    const asked: string[] = [];
    edge.sign = async (typed) => {
      asked.push(typed);
      return holder.signTypedData(JSON.parse(typed));
    };
    const ready = await authorise();
    const call = decodeFunctionData({ abi: insurancePaymentAbi, data: ready.data });
    expect(call.functionName).toBe('purchaseWithPermit');
    expect(ready).toMatchObject({ to: CONTRACT, value: 0n });
    expect(stages).toEqual(['permit_in_wallet']);
    expect(sent).toEqual([]);
    expect(JSON.parse(asked[0] ?? '')).toMatchObject({
      domain: { name: 'USD Coin', version: '2', verifyingContract: USDC.toLowerCase() },
      message: { value: '960000000', nonce: '5', deadline: '1795257000' },
    });
  });

  it('asks for nothing where the allowance suffices already, or in the native coin', async () => {
    edge.allowance = PREMIUM;
    expect(await authorise()).toBe(payment);
    const native = { ...payment, token: null };
    expect(await authorise(native)).toBe(native);
    expect([stages, sent, edge.signed]).toEqual([[], [], 0]);
  });

  it('ends before anything is asked for when the wallet has too little of the token', async () => {
    edge.balance = PREMIUM - 1n;
    await expect(authorise()).rejects.toThrow('Insufficient funds for this transaction');
    expect([stages, sent, edge.signed]).toEqual([[], [], 0]);
  });

  it('is a person’s to refuse, quietly', async () => {
    edge.sign = async () => Promise.reject(fault(4001, 'User rejected the request.'));
    await expect(authorise()).rejects.toMatchObject({
      code: 'rejected',
      message: 'Payment cancelled by user',
    });
    expect(sent).toEqual([]);
  });

  it('stops at a refusal of our own contract, which an approval would not change', async () => {
    edge.revert = encodeErrorResult({ abi: insurancePaymentAbi, errorName: 'IntakePaused' });
    await expect(authorise()).rejects.toThrow('We are not taking payments at the moment.');
    expect(sent).toEqual([]);
  });
});

describe('an approval of exactly the premium is sent instead', () => {
  const expectApproval = async (of = payment) => {
    expect(await authorise(of)).toBe(of);
    expect(approvals()).toEqual([[USDC, PREMIUM]]);
    expect(stages.slice(-2)).toEqual(['approve_in_wallet', 'approve_on_chain']);
  };

  it('when the token has no permit', async () => {
    await expectApproval({ ...payment, permit: false });
    expect(edge.signed).toBe(0);
  });

  it('when the token’s domain is not what it says of itself', async () => {
    edge.version = '3';
    await expectApproval();
    expect(edge.signed).toBe(0);
  });

  it('when the wallet cannot sign typed data', async () => {
    edge.sign = async () => Promise.reject(fault(4200, 'Unsupported method'));
    await expectApproval();
  });

  it('when the signature is a contract wallet’s', async () => {
    edge.sign = async () => `0x${'22'.repeat(130)}`;
    await expectApproval();
  });

  it('when the token refuses the permit as it is tried out', async () => {
    edge.revert = '0x08c379a0';
    await expectApproval();
  });

  it('after one to zero, where something smaller was allowed before', async () => {
    edge.allowance = 5n;
    expect(await authorise({ ...payment, permit: false })).toMatchObject({ data: payment.data });
    expect(approvals()).toEqual([
      [USDC, 0n],
      [USDC, PREMIUM],
    ]);
  });
});

describe('what is said beforehand', () => {
  it('is known from reads alone', async () => {
    const { authorisationOf } = await tokens();
    expect(await authorisationOf(payment, 0n)).toBe('signature');
    expect(await authorisationOf(payment, PREMIUM)).toBe('none');
    expect(await authorisationOf({ ...payment, permit: false }, 0n)).toBe('transaction');
    expect(await authorisationOf({ ...payment, token: null }, 0n)).toBe('none');
    edge.version = '3';
    expect(await authorisationOf(payment, 0n)).toBe('transaction');
    expect(edge.signed).toBe(0);
  });
});
