// @vitest-environment happy-dom
import {
  type Address,
  decodeFunctionData,
  encodeErrorResult,
  erc20Abi,
  type Hex,
  toFunctionSelector,
  toHex,
} from 'viem';
import { beforeEach, describe, expect, it } from 'vitest';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import { FakeExtension, fault, type RpcRequest } from '#web/test/fake-extension.ts';
import { CONTRACT, holder, PREMIUM, tokenPayment as payment, TOKEN } from '#web/test/sample-payment.ts';
import { authorizationActions } from './authorize.ts';
import type { Call } from './batch.ts';

const APPROVAL: Hex = `0x${'a'.repeat(64)}`;

/** What the chain's node and the wallet answer at the edge, and what they were asked. */
const edge = {
  allowance: 0n,
  balance: PREMIUM,
  /** What the rehearsal of the authorized purchase reverts with, if it does. */
  revert: null as Hex | null,
  /** What a simulated purchase after its approvals reverts with, if it does; a node without simulation throws. */
  simulated: null as Hex | 'success' | null,
  /** The code at the holder's address. */
  code: '0x' as Hex,
  /** The holder's coins, and what its code answers when it is asked about a signature. */
  coins: 10n ** 18n,
  answers: '0x' as Hex,
  /** What the wallet says of batches on this chain; null: it does not know the question. */
  atomic: null as string | null,
  sign: async (typed: string): Promise<Hex> => holder.signTypedData(JSON.parse(typed)),
  signed: 0,
};
const fresh = { ...edge };
let sent: { to: Address; data: Hex; value: bigint }[] = [];
let stages: string[] = [];

function call(data: Hex): Hex {
  switch (data.slice(0, 10)) {
    case toFunctionSelector('allowance(address,address)'):
      return toHex(edge.allowance, { size: 32 });
    case toFunctionSelector('balanceOf(address)'):
      return toHex(edge.balance, { size: 32 });
    case toFunctionSelector('isValidSignature(bytes32,bytes)'):
      return edge.answers;
    default:
      if (edge.revert !== null) throw fault(3, 'execution reverted', edge.revert);
      return '0x';
  }
}

async function node({ method, params }: RpcRequest): Promise<unknown> {
  const [first] = params as [{ data: Hex }];
  if (method === 'eth_call') return call(first.data);
  if (method === 'eth_getCode') return edge.code;
  if (method === 'eth_getBalance') return toHex(edge.coins);
  if (method === 'eth_simulateV1' && edge.simulated !== null) {
    const { calls } = (params as [{ blockStateCalls: [{ calls: unknown[] }] }])[0].blockStateCalls[0];
    const done = { status: '0x1', returnData: '0x', gasUsed: '0x1', logs: [] };
    const failed = { ...done, status: '0x0', returnData: edge.simulated };
    return [
      {
        calls: calls.map((_, at) =>
          at === calls.length - 1 && edge.simulated !== 'success' ? failed : done,
        ),
      },
    ];
  }
  if (method === 'eth_getTransactionReceipt') {
    return { transactionHash: APPROVAL, status: '0x1', type: '0x2', logs: [], blockNumber: '0x1' };
  }
  throw fault(-32601, `The node was asked for ${method}`);
}

async function tokens() {
  const extension = new FakeExtension([holder.address]);
  extension.answers = {
    eth_signTypedData_v4: ([, typed]) => {
      edge.signed += 1;
      return edge.sign(typed as string);
    },
    wallet_getCapabilities: () => {
      if (edge.atomic === null) throw fault(4200, 'Unsupported method');
      return { '0x539': { atomic: { status: edge.atomic } } };
    },
  };
  const config = await extension.connectedTo(node);
  return authorizationActions(config, {
    ready: async () => {},
    send: async (_, to, data, value) => {
      sent.push({ to, data, value });
      return APPROVAL;
    },
  });
}

const authorize = async (of = payment, batches = true) =>
  (await tokens()).authorize(of, (stage) => stages.push(stage), batches);

/** The amounts that the contract was allowed by transactions. */
const amounts = (calls: readonly Call[]) =>
  calls.map(({ to, data }) => [to, decodeFunctionData({ abi: erc20Abi, data }).args?.[1]]);
const approvals = () => amounts(sent);

beforeEach(() => {
  Object.assign(edge, fresh);
  sent = [];
  stages = [];
});

describe('authorizing a premium', () => {
  it('an authorization takes one signature over exactly what the quote says', async () => {
    const asked: string[] = [];
    edge.sign = async (typed) => {
      asked.push(typed);
      return holder.signTypedData(JSON.parse(typed));
    };
    const ready = await authorize();
    const call = decodeFunctionData({ abi: insurancePaymentAbi, data: ready.data });
    expect(call.functionName).toBe('purchaseWithAuthorization');
    expect(ready).toMatchObject({ to: CONTRACT, value: 0n });
    expect(stages).toEqual(['sign_in_wallet']);
    expect(sent).toEqual([]);
    expect(JSON.parse(asked[0] ?? '')).toMatchObject({
      domain: { name: 'USD Coin', version: '2', verifyingContract: TOKEN.toLowerCase() },
      message: { value: '960000000', validAfter: '0', validBefore: '1795257001' },
    });
  });

  it('no approval is requested when the allowance suffices or the premium is in the native coin', async () => {
    edge.allowance = PREMIUM;
    expect(await authorize()).toBe(payment);
    const native = { ...payment, token: null };
    expect(await authorize(native)).toBe(native);
    expect([stages, sent, edge.signed]).toEqual([[], [], 0]);
  });

  it('the payment ends before any request when the wallet holds too little of the token', async () => {
    edge.balance = PREMIUM - 1n;
    await expect(authorize()).rejects.toThrow('Insufficient funds for this transaction');
    expect([stages, sent, edge.signed]).toEqual([[], [], 0]);
  });

  it('a rejected authorization ends the payment quietly', async () => {
    edge.sign = async () => Promise.reject(fault(4001, 'User rejected the request.'));
    await expect(authorize()).rejects.toMatchObject({
      code: 'rejected',
      message: 'Payment cancelled by user',
    });
    expect(sent).toEqual([]);
  });

  it('our contract’s refusal of an authorized purchase ends the payment, since an approval would not help', async () => {
    edge.revert = encodeErrorResult({ abi: insurancePaymentAbi, errorName: 'IntakePaused' });
    await expect(authorize()).rejects.toThrow('We are not taking payments at the moment.');
    expect(sent).toEqual([]);
  });
});

describe('authorization that we send', () => {
  const relayed = { ...payment, relayed: true };

  it('an authorization that we send is asked for once, whatever is allowed and whoever the holder is', async () => {
    edge.allowance = PREMIUM;
    const ready = await authorize(relayed);
    expect(decodeFunctionData({ abi: insurancePaymentAbi, data: ready.data }).args?.[2]).toBe(
      ready.relayable,
    );
    edge.code = '0x6080';
    edge.sign = async () => '0xc0ffee';
    expect((await authorize(relayed)).relayable).toBe('0xc0ffee');
    expect([edge.signed, sent]).toEqual([2, []]);
  });

  it('a payment that we send falls back to the allowance when the wallet does not sign', async () => {
    edge.allowance = PREMIUM;
    edge.sign = async () => Promise.reject(fault(4200, 'Unsupported method'));
    expect(await authorize(relayed)).toBe(relayed);
  });

  it('the form announces that we pay the network fee', async () => {
    const { authorizationOf } = await tokens();
    expect(await authorizationOf(relayed, 0n, true)).toBe('relay');
    expect(await authorizationOf(relayed, PREMIUM, true)).toBe('relay');
  });
});

describe('approval of the exact premium', () => {
  const expectApproval = async (of = payment) => {
    expect(await authorize(of)).toEqual(of);
    expect(approvals()).toEqual([[TOKEN, PREMIUM]]);
    expect(stages.slice(-2)).toEqual(['approve_in_wallet', 'approve_on_chain']);
  };

  it('an approval is sent when the token has no authorizations', async () => {
    await expectApproval({ ...payment, authorization: null });
    expect(edge.signed).toBe(0);
  });

  it('an approval is sent when the wallet cannot sign typed data', async () => {
    edge.sign = async () => Promise.reject(fault(4200, 'Unsupported method'));
    await expectApproval();
  });

  it('a contract wallet is asked for a batch or an approval rather than for an authorization that it would send itself @payment-40', async () => {
    edge.code = '0x6080';
    await expectApproval();
    expect(edge.signed).toBe(0);
  });

  it('an account that delegates to a contract still signs an authorization', async () => {
    edge.code = `0xef0100${'11'.repeat(20)}`;
    await authorize();
    expect([edge.signed, sent]).toEqual([1, []]);
  });

  it('an account without coins that delegates to a contract is told that it needs some before it signs', async () => {
    edge.code = `0xef0100${'11'.repeat(20)}`;
    edge.coins = 0n;
    await expect(authorize({ ...payment, relayed: true })).rejects.toMatchObject({
      code: 'insufficient_funds',
      message: expect.stringContaining('Add some coins for the network fee'),
    });
    expect(edge.signed).toBe(0);
  });

  it('an account without coins signs if the contract that it delegates to answers for signatures', async () => {
    edge.code = `0xef0100${'11'.repeat(20)}`;
    edge.coins = 0n;
    edge.answers = `0xffffffff${'00'.repeat(28)}`;
    await authorize({ ...payment, relayed: true });
    expect(edge.signed).toBe(1);
  });

  it('an approval is sent when the token rejects the authorization in a dry run', async () => {
    edge.revert = '0x08c379a0';
    await expectApproval();
  });

  it('an approval is sent when the token refuses the authorized transfer without a reason', async () => {
    edge.revert = encodeErrorResult({
      abi: insurancePaymentAbi,
      errorName: 'SafeERC20FailedOperation',
      args: [TOKEN],
    });
    await expectApproval();
  });

  it('a smaller existing allowance is reset to zero before the approval', async () => {
    edge.allowance = 5n;
    expect(await authorize({ ...payment, authorization: null })).toMatchObject({ data: payment.data });
    expect(approvals()).toEqual([
      [TOKEN, 0n],
      [TOKEN, PREMIUM],
    ]);
  });
});

describe('batch of approval and purchase', () => {
  const plain = { ...payment, authorization: null };

  it.each([
    'supported',
    'ready',
  ])('approval and purchase are batched for a wallet whose account is %s', async (status) => {
    edge.atomic = status;
    const { approvals, ...rest } = await authorize(plain);
    expect(rest).toEqual(plain);
    expect(amounts(approvals ?? [])).toEqual([[TOKEN, PREMIUM]]);
    expect([stages, sent, edge.signed]).toEqual([[], [], 0]);
  });

  it('a batch resets an existing allowance to zero first @payment-33', async () => {
    edge.atomic = 'supported';
    edge.allowance = 5n;
    expect(amounts((await authorize(plain)).approvals ?? [])).toEqual([
      [TOKEN, 0n],
      [TOKEN, PREMIUM],
    ]);
  });

  it('a batch is preferred to an approval, and an authorization to a batch', async () => {
    edge.atomic = 'supported';
    expect((await authorize()).approvals).toBeUndefined();
    expect(edge.signed).toBe(1);
    edge.sign = async () => Promise.reject(fault(4200, 'Unsupported method'));
    expect(amounts((await authorize()).approvals ?? [])).toEqual([[TOKEN, PREMIUM]]);
    expect(sent).toEqual([]);
  });

  it('no batch is built when the wallet cannot batch, answers otherwise, or failed before', async () => {
    edge.atomic = 'unsupported';
    expect((await authorize(plain)).approvals).toBeUndefined();
    edge.atomic = 'supported';
    expect((await authorize(plain, false)).approvals).toBeUndefined();
    expect(approvals()).toEqual([
      [TOKEN, PREMIUM],
      [TOKEN, PREMIUM],
    ]);
  });

  it('a batch can be sent step by step instead', async () => {
    edge.atomic = 'supported';
    edge.allowance = 5n;
    const { authorize, approve } = await tokens();
    const ready = await authorize(plain, () => {}, true);
    expect(await approve(ready, (stage) => stages.push(stage))).toEqual(plain);
    expect(approvals()).toEqual([
      [TOKEN, 0n],
      [TOKEN, PREMIUM],
    ]);
    expect(stages).toEqual([
      'approve_in_wallet',
      'approve_on_chain',
      'approve_in_wallet',
      'approve_on_chain',
    ]);
  });
});

describe('simulation of approval and purchase', () => {
  const plain = { ...payment, authorization: null };

  it('a purchase that our contract would reject costs nothing, in a batch or step by step @payment-38', async () => {
    edge.simulated = encodeErrorResult({ abi: insurancePaymentAbi, errorName: 'IntakePaused' });
    for (edge.atomic of [null, 'supported']) {
      await expect(authorize(plain)).rejects.toMatchObject({
        code: 'refused',
        message: 'We are not taking payments at the moment. Please try again later.',
      });
    }
    expect(sent).toEqual([]);
  });

  it('the payment continues when the dry run passes or says nothing useful', async () => {
    edge.atomic = 'supported';
    for (edge.simulated of ['success', '0x08c379a0'] as const) {
      expect((await authorize(plain)).approvals).toHaveLength(1);
    }
  });
});

describe('announcement before paying', () => {
  const plain = { ...payment, authorization: null };

  it('the form knows the authorization from reads alone', async () => {
    const { authorizationOf } = await tokens();
    expect(await authorizationOf(payment, 0n, true)).toBe('signature');
    expect(await authorizationOf(payment, PREMIUM, true)).toBe('none');
    expect(await authorizationOf(plain, 0n, true)).toBe('transaction');
    expect(await authorizationOf({ ...payment, token: null }, 0n, true)).toBe('none');
    expect(edge.signed).toBe(0);
  });

  it('the form announces a batch as a batch @payment-35', async () => {
    const { authorizationOf } = await tokens();
    edge.atomic = 'supported';
    expect(await authorizationOf(plain, 0n, true)).toBe('batch');
    expect(await authorizationOf(plain, PREMIUM, true)).toBe('none');
    expect(await authorizationOf(payment, 0n, true)).toBe('signature');
    expect(await authorizationOf(plain, 0n, false)).toBe('transaction');
    edge.atomic = 'ready';
    expect(await authorizationOf(plain, 0n, true)).toBe('upgrade');
  });
});
