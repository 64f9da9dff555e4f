import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { decodeFunctionData, encodeFunctionResult, type Hex, zeroHash } from 'viem';
import { describe, expect, it } from 'vitest';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { asHolder } from '#web/test/as-holder.ts';
import { fakeApi } from '#web/test/fake-api.ts';
import { ADA, BOB, fault, localDeployment } from '#web/test/fake-extension.ts';
import { inParts } from '#web/test/in-parts.ts';
import { mountSite } from '#web/test/mount.tsx';
import { CONSENT_UNTIL, CONTRACT, QUOTE } from '#web/test/sample-consent.ts';
import { policyDetail } from '#web/test/sample-policy.ts';
import { type ToastCall, takeDelivery } from '#web/ui/toast.ts';

const HASH = `0x${'7'.repeat(64)}`;
/** CONSENT_UNTIL in seconds since 1970. */
const UNTIL = 1_797_328_800n;
const cancellation = {
  requested_at: '2026-12-01T10:00:00.000Z',
  valid_until: CONSENT_UNTIL,
  kind: 'pro_rata',
  refund_amount: '493150684931506849',
  currency: 'ETH',
  decimals: 18,
  refund_due_at: '2026-12-08T10:00:00.000Z',
  refunded_at: null,
  refund_tx_hash: null,
} as const;

const { extension } = asHolder('2026-12-02T10:00:00Z', () => {
  sent = [];
  voidUntil = 0n;
  serve();
  const send = ([call]: unknown[]) => {
    sent.push(call as (typeof sent)[number]);
    voidUntil = UNTIL;
    return HASH;
  };
  return { eth_sendTransaction: send };
});
/** The transactions that the wallet was asked to send. */
let sent: { from: string; to: string; data: Hex; value?: Hex }[] = [];
/** What the contract says about the consent: void up to this second. */
let voidUntil = 0n;
let loads = 0;
/** What a contract wallet may return instead: a name of its own, which no node knows. */
const INNER = `0x${'8'.repeat(64)}`;

/** The chain's node, which has mined whatever the wallet sent. */
function node({ method, params }: { method: string; params: unknown[] }): unknown {
  if (method === 'eth_chainId') return '0x539';
  if (method === 'eth_blockNumber') return '0x10';
  if (method.startsWith('eth_getTransaction') && params[0] === INNER) return null;
  if (method === 'eth_getTransactionReceipt') {
    return { transactionHash: params[0], status: '0x1', blockNumber: '0x10', logs: [], type: '0x2' };
  }
  if (method !== 'eth_call') throw new Error(`The node was asked for ${method}`);
  const { to, data } = params[0] as { to: string; data: Hex };
  expect(to.toLowerCase()).toBe(CONTRACT.toLowerCase());
  expect(decodeFunctionData({ abi: insurancePaymentAbi, data })).toEqual({
    functionName: 'consentOf',
    args: [QUOTE],
  });
  const result = [zeroHash, voidUntil] as const;
  return encodeFunctionResult({ abi: insurancePaymentAbi, functionName: 'consentOf', result });
}

function serve(change: Partial<PolicyDetailAnswer> = {}, onWithdraw = () => {}): void {
  loads = 0;
  fakeApi(
    {
      'DELETE /insurance/policy/12/cancel': () => {
        onWithdraw();
        return { data: policyDetail({ id: 12, ...change }) };
      },
      'GET /insurance/policy/12': () => {
        loads += 1;
        return { data: policyDetail({ id: 12, contract: CONTRACT, cancellation, ...change }) };
      },
    },
    async (input, init) => {
      if (String(input) === '/deployment.json') return Response.json(localDeployment);
      const asked = JSON.parse(String(init?.body));
      const answer = (one: { id: number; method: string; params: unknown[] }) => ({
        jsonrpc: '2.0',
        id: one.id,
        result: node(one),
      });
      return Response.json(Array.isArray(asked) ? asked.map(answer) : answer(asked));
    },
  );
}

const button = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Withdraw consent' });
async function withdraw(): Promise<void> {
  mountSite('/policy/12?type=home');
  fireEvent.click(await button());
}

describe('withdrawing the consent to a cancellation', () => {
  it("the holder's wallet sends exactly the revocation of this consent to the policy's contract", async () => {
    mountSite('/policy/12?type=home');
    const shown = await button();
    expect(
      screen.getByText(
        inParts(
          `Revoke every consent that is valid until 2026-12-15 10:00:00 UTC or less to cancel policy 0x${'b'.repeat(64)}`,
        ),
      ),
    ).toBeDefined();
    const before = loads;
    fireEvent.click(shown);
    expect(await screen.findByText(/Your consent is withdrawn on chain/)).toBeDefined();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.from.toLowerCase()).toBe(ADA.toLowerCase());
    expect(sent[0]?.to.toLowerCase()).toBe(CONTRACT.toLowerCase());
    expect(BigInt(sent[0]?.value ?? 0)).toBe(0n);
    expect(decodeFunctionData({ abi: insurancePaymentAbi, data: sent[0]?.data ?? '0x' })).toEqual({
      functionName: 'revokeConsent',
      args: [QUOTE, UNTIL],
    });
    expect(screen.queryByRole('button', { name: 'Withdraw consent' })).toBeNull();
    // The server may have closed the request already.
    await waitFor(() => expect(loads).toBeGreaterThan(before));
  });

  it('a revocation whose hash no node knows is found in the contract @payment-40', async () => {
    extension.answers.eth_sendTransaction = () => {
      voidUntil = UNTIL;
      return INNER;
    };
    await withdraw();
    expect(
      await screen.findByText(/Your consent is withdrawn on chain/, undefined, { timeout: 5_000 }),
    ).toBeDefined();
  });

  it('where there is no contract, a request to us withdraws it without a transaction', async () => {
    let withdrawn = 0;
    serve({ chain_id: `0x${'45'.repeat(32)}`, contract: null }, () => {
      withdrawn += 1;
    });
    await withdraw();
    expect(
      await screen.findByText('Your consent is withdrawn and the request is closed. Your policy continues.'),
    ).toBeDefined();
    expect(withdrawn).toBe(1);
    expect(sent).toEqual([]);
  });

  it('a refused transaction changes nothing and can be tried again', async () => {
    extension.answers.eth_sendTransaction = () => {
      throw fault(4001, 'User rejected the request.');
    };
    await withdraw();
    expect(
      await screen.findByText('You did not confirm, so nothing has changed. Your request is still open.'),
    ).toBeDefined();
    expect((await button()).disabled).toBe(false);
  });

  it('a transaction that fails after the page was left is told in a message, and a refusal is not', async () => {
    const told: ToastCall[] = [];
    let answer: (error: Error) => void = () => undefined;
    extension.answers.eth_sendTransaction = () => new Promise((_, reject) => (answer = reject));
    for (const [error, messages] of [
      [fault(4001, 'User rejected the request.'), []],
      [fault(-32002, 'Already processing'), ['Your consent was not withdrawn']],
    ] as const) {
      const before = extension.asked.length;
      await withdraw();
      await waitFor(() => expect(extension.asked.slice(before)).toContain('eth_sendTransaction'));
      cleanup();
      takeDelivery((call) => told.push(call));
      await act(async () => answer(error));
      await waitFor(() => expect(told.map(({ message }) => message)).toEqual(messages));
    }
  });

  it('a transaction that the wallet replaced is not mistaken for a withdrawal', async () => {
    extension.answers.eth_sendTransaction = () => HASH;
    await withdraw();
    expect(await screen.findByText('Your consent was not withdrawn')).toBeDefined();
    expect(
      screen.getByText('The transaction did not withdraw your consent. Please try again.'),
    ).toBeDefined();
  });

  it('a wallet on another account is not asked', async () => {
    serve({ wallet_address: BOB.toLowerCase() });
    await withdraw();
    expect(
      await screen.findByText('Your wallet changed to another account. Please switch back and try again.'),
    ).toBeDefined();
    expect(sent).toEqual([]);
  });

  it('a contract that this site does not list is not called', async () => {
    serve({ contract: `0x${'6'.repeat(40)}` });
    await withdraw();
    expect(
      await screen.findByText('This site does not know the contract of this policy. Please tell us.'),
    ).toBeDefined();
    expect(sent).toEqual([]);
  });

  it('a wallet on another network is switched first', async () => {
    const order: string[] = [];
    const { eth_sendTransaction: send } = extension.answers;
    extension.answers.wallet_switchEthereumChain = () => {
      order.push('switch');
      extension.chainId = 1337;
      extension.emit('chainChanged', '0x539');
      return null;
    };
    extension.answers.eth_sendTransaction = (params) => {
      order.push('send');
      return send?.(params);
    };
    extension.chainId = 5;
    extension.emit('chainChanged', '0x5');
    await withdraw();
    expect(await screen.findByText(/Your consent is withdrawn on chain/)).toBeDefined();
    expect(order).toEqual(['switch', 'send']);
  });

  it('there is nothing to withdraw without a request, or once the refund was sent', async () => {
    const refunded = { ...cancellation, refunded_at: '2026-12-02T09:00:00.000Z' };
    for (const change of [{ cancellation: null }, { cancellation: refunded, status: 'cancelled' as const }]) {
      serve(change);
      mountSite('/policy/12?type=home');
      expect(await screen.findByRole('heading', { name: 'Timeline' })).toBeDefined();
      expect(screen.queryByRole('button', { name: 'Withdraw consent' })).toBeNull();
      cleanup();
    }
  });
});
