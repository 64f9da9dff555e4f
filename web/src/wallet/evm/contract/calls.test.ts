import { decodeFunctionData, type Hex, zeroAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import type { DeployedChain } from '#web/lib/deployment.ts';
import { describeCall, encodeCall, prepareApproval, prepareCall } from './calls.ts';

const TOKEN = '0x5fbdb2315678afecb367f032d93f642f64180aa3';
const CONTRACT = '0x0165878a594ca255338adfa4d48449f69242eb8f';
const HOLDER = '0x9965507d1a55bcc2695c58ba16fb37d819b0a4dc';
const chain: DeployedChain = {
  kind: 'evm',
  ref: '1337',
  chain_id: 1337,
  payee: CONTRACT,
  key: 'ganache',
  name: 'Local chain',
  rpc_url: 'http://node.test/',
  contract: CONTRACT,
  contracts: [CONTRACT],
  start_block: 0,
  confirmations: 1,
  currencies: [
    { symbol: 'ETH', decimals: 18, token: null },
    { symbol: 'USDC', decimals: 6, token: TOKEN },
  ],
};

describe('prepareCall', () => {
  it('a withdrawal is prepared as the announcement of exactly that call', () => {
    const call = { name: 'withdraw', args: { amount: 2_500_000n, to: HOLDER, token: TOKEN } } as const;
    const prepared = prepareCall(chain, CONTRACT, call, true);
    expect(prepared).toMatchObject({ chain_id: 1337, to: CONTRACT, value: '0' });
    const outer = decodeFunctionData({ abi: insurancePaymentAbi, data: prepared.data as Hex });
    expect(outer.functionName).toBe('announce');
    expect(outer.args).toEqual([encodeCall(call)]);
    expect(describeCall(prepared.data, chain)).toBe(
      'Announce a call of this contract: Withdraw 2.5 USDC from the pool to 0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
    );
  });

  it('a call that lowers risk is prepared without an announcement', () => {
    const bounds = { minPerDollar: 900_000n, maxPerDollar: 1_100_000n };
    const limits = { token: TOKEN, ...bounds, minimumReserve: 50_000_000_000n, allowance: 5_000 } as const;
    const prepared = prepareCall(chain, CONTRACT, { name: 'tightenLimits', args: limits });
    expect(describeCall(prepared.data, chain)).toBe(
      'Tighten the limits of USDC to 0.9 USDC – 1.1 USDC per dollar, a reserve of 50,000 USDC and $5,000 a day',
    );
    expect(describeCall(prepareCall(chain, CONTRACT, { name: 'pause', args: {} }).data, chain)).toBe(
      'Stop taking premiums',
    );
  });

  it('funding in the chain’s coin carries the amount, and in a token it is approved first', () => {
    const coin = prepareCall(chain, CONTRACT, {
      name: 'fund',
      args: { token: zeroAddress, amount: 10n ** 18n },
    });
    expect(coin.value).toBe('1000000000000000000');
    expect(describeCall(coin.data, chain)).toBe('Add 1 ETH to the pool');
    expect(prepareCall(chain, CONTRACT, { name: 'fund', args: { token: TOKEN, amount: 5n } }).value).toBe(
      '0',
    );
    const approval = prepareApproval(chain, CONTRACT, TOKEN, 5n);
    expect(approval.to).toBe(TOKEN);
    expect(approval.data.startsWith('0x095ea7b3')).toBe(true);
  });
});

describe('describeCall', () => {
  it('roles and holders are named in words', () => {
    expect(describeCall(encodeCall({ name: 'grantRole', args: { role: 1, holder: HOLDER } }), chain)).toBe(
      'Grant the guardian role to 0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
    );
    expect(describeCall(encodeCall({ name: 'revokeRole', args: { role: 2 } }), chain)).toBe(
      'Revoke the claims role',
    );
  });

  it('a new currency is named with its whole address and its amounts in its own units', () => {
    const data = encodeCall({
      name: 'addCurrency',
      args: {
        token: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
        minPerDollar: 900_000n,
        maxPerDollar: 1_100_000n,
        minimumReserve: 50_000_000_000n,
        allowance: 10_000,
      },
    });
    expect(describeCall(data, chain, [{ token: TOKEN, symbol: 'DAI', decimals: 6 }])).toBe(
      'Add the token 0x5FbDB2315678afecb367f032d93F642f64180aa3 as a currency: 0.9 DAI – 1.1 DAI per dollar, a reserve of 50,000 DAI and $10,000 a day',
    );
  });

  it('bytes that are not a call of the contract are described as unknown', () => {
    expect(describeCall('0xdeadbeef00', chain)).toBe('An unknown call (0xdeadbeef)');
  });
});
