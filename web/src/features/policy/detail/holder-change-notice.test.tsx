import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { decodeFunctionData, encodeErrorResult, encodeFunctionResult, type Hex, zeroAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { insurancePaymentAbi as abi } from '#domain/abi/insurance-payment.ts';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { asHolder } from '#web/test/as-holder.ts';
import { fakeApi } from '#web/test/fake-api.ts';
import { ADA, BOB, fault, localDeployment } from '#web/test/fake-extension.ts';
import { inParts } from '#web/test/in-parts.ts';
import { mountSite } from '#web/test/mount.tsx';
import { CONTRACT, QUOTE } from '#web/test/sample-consent.ts';
import { policyDetail } from '#web/test/sample-policy.ts';

const HASH = `0x${'7'.repeat(64)}`;
const HEIR = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const change = {
  new_holder: HEIR,
  proposed_at: '2026-12-01T10:00:00.000Z',
  lapses_at: '2026-12-31T10:00:00.000Z',
  effective_at: null,
  contested: false,
} as const;

const { extension } = asHolder('2026-12-02T10:00:00Z', () => {
  sent = [];
  contested = false;
  refusal = null;
  serve();
  const send = ([call]: unknown[]) => {
    sent.push(call as (typeof sent)[number]);
    contested = true;
    return HASH;
  };
  return { eth_sendTransaction: send };
});
/** The transactions that the wallet was asked to send. */
let sent: { from: string; to: string; data: Hex; value?: Hex }[] = [];
/** What the contract says: whether the change is contested, and why it would refuse an objection. */
let contested = false;
let refusal: Hex | null = null;
let loads = 0;

class Reverted extends Error {}

/** The chain's node, which has mined whatever the wallet sent. */
function node({ method, params }: { method: string; params: unknown[] }): unknown {
  if (method === 'eth_chainId') return '0x539';
  if (method === 'eth_blockNumber') return '0x10';
  if (method === 'eth_getTransactionReceipt') {
    return { transactionHash: params[0], status: '0x1', blockNumber: '0x10', logs: [], type: '0x2' };
  }
  if (method !== 'eth_call') throw new Error(`The node was asked for ${method}`);
  const { from, to, data } = params[0] as { from?: string; to: string; data: Hex };
  expect(to.toLowerCase()).toBe(CONTRACT.toLowerCase());
  const { functionName, args } = decodeFunctionData({ abi, data });
  expect(args).toEqual([QUOTE]);
  if (functionName === 'contestHolderChange') {
    expect(from?.toLowerCase()).toBe(ADA.toLowerCase());
    if (refusal !== null) throw new Reverted(refusal);
    return '0x';
  }
  expect(functionName).toBe('holderChangeOf');
  const confirmed = { administratorConfirmed: false, guardianConfirmed: false, effectiveAt: 0n };
  const result = { newHolder: HEIR, lapsesAt: 1_798_711_200n, contested, ...confirmed } as const;
  return encodeFunctionResult({ abi, functionName: 'holderChangeOf', result });
}

function serve(with_: Partial<PolicyDetailAnswer> = {}): void {
  loads = 0;
  fakeApi(
    {
      'GET /insurance/policy/12': () => {
        loads += 1;
        return { data: policyDetail({ id: 12, contract: CONTRACT, holder_change: change, ...with_ }) };
      },
    },
    async (input, init) => {
      if (String(input) === '/deployment.json') return Response.json(localDeployment);
      const asked = JSON.parse(String(init?.body));
      const answer = (one: { id: number; method: string; params: unknown[] }) => {
        try {
          return { jsonrpc: '2.0', id: one.id, result: node(one) };
        } catch (error) {
          if (!(error instanceof Reverted)) throw error;
          return {
            jsonrpc: '2.0',
            id: one.id,
            error: { code: 3, message: 'execution reverted', data: error.message },
          };
        }
      };
      return Response.json(Array.isArray(asked) ? asked.map(answer) : answer(asked));
    },
  );
}

const button = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Object' });
async function object(): Promise<void> {
  mountSite('/policy/12?type=home');
  fireEvent.click(await button());
}

describe('a change of holder on the policy’s page', () => {
  it('says to whom, from when, and what objecting does', async () => {
    mountSite('/policy/12?type=home');
    const notice = (
      await screen.findByText('A request was made to move this policy to another wallet')
    ).closest('[role=status]');
    expect(notice?.textContent).toContain('New holder: 0x90F7…b906');
    expect(notice?.textContent).toContain('The request was made on December 1, 2026.');
    expect(notice?.textContent).toContain(
      'It takes effect only after our administrator has confirmed it, and 2 days after that. Otherwise it lapses on December 31, 2026.',
    );
    expect(notice?.textContent).toContain(
      'If you did not ask for it, object: our administrator and our guardian must then both confirm it, and 14 more days must pass in which either can stop it.',
    );
    expect(
      screen.getByText(inParts(`Object to the change of holder of policy 0x${'b'.repeat(64)}`)),
    ).toBeDefined();
  });

  it('names the time from which a confirmed change can take effect', async () => {
    serve({ holder_change: { ...change, effective_at: '2026-12-03T10:00:00.000Z' } });
    mountSite('/policy/12?type=home');
    const notice = (
      await screen.findByText('A request was made to move this policy to another wallet')
    ).closest('[role=status]');
    expect(notice?.textContent).toContain(
      'Our administrator has confirmed it, and it can take effect from December 3, 2026',
    );
    cleanup();
    serve({ holder_change: { ...change, effective_at: '2026-12-02T09:59:00.000Z' } });
    mountSite('/policy/12?type=home');
    expect(await screen.findByText(/it can take effect at any moment/)).toBeDefined();
  });

  it("the holder's wallet sends exactly the objection to the policy's contract, and the notice says so", async () => {
    mountSite('/policy/12?type=home');
    const shown = await button();
    const before = loads;
    fireEvent.click(shown);
    expect(await screen.findByText('You objected to moving this policy to another wallet')).toBeDefined();
    expect(
      screen.getByText(/only if our administrator and our guardian both confirm it, and 14 days/),
    ).toBeDefined();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.from.toLowerCase()).toBe(ADA.toLowerCase());
    expect(sent[0]?.to.toLowerCase()).toBe(CONTRACT.toLowerCase());
    expect(BigInt(sent[0]?.value ?? 0)).toBe(0n);
    expect(decodeFunctionData({ abi, data: sent[0]?.data ?? '0x' })).toEqual({
      functionName: 'contestHolderChange',
      args: [QUOTE],
    });
    expect(screen.queryByRole('button', { name: 'Object' })).toBeNull();
    await waitFor(() => expect(loads).toBeGreaterThan(before));
  });

  it('an objection that the contract would refuse is not sent, and the reason is a sentence', async () => {
    refusal = encodeErrorResult({ abi, errorName: 'NoHolderChange', args: [QUOTE as Hex, zeroAddress] });
    await object();
    expect(await screen.findByText('Your objection was not recorded')).toBeDefined();
    expect(screen.getByText(/^No change of holder is under way anymore/)).toBeDefined();
    expect(sent).toEqual([]);
    expect((await button()).disabled).toBe(false);
  });

  it('a refused transaction changes nothing and can be tried again', async () => {
    extension.answers.eth_sendTransaction = () => {
      throw fault(4001, 'User rejected the request.');
    };
    await object();
    expect(await screen.findByText('You did not confirm, so you have not objected.')).toBeDefined();
    expect((await button()).disabled).toBe(false);
  });

  it('a transaction that the wallet replaced is not mistaken for an objection', async () => {
    extension.answers.eth_sendTransaction = () => HASH;
    await object();
    expect(
      await screen.findByText(
        'The transaction was not your objection, so the change is still under way. Please try again.',
      ),
    ).toBeDefined();
  });

  it('a wallet on another account is not asked', async () => {
    serve({ wallet_address: BOB.toLowerCase() });
    await object();
    expect(
      await screen.findByText('Your wallet changed to another account. Please switch back and try again.'),
    ).toBeDefined();
    expect(sent).toEqual([]);
  });

  it('a contract that this site does not list is not called', async () => {
    serve({ contract: `0x${'6'.repeat(40)}` });
    await object();
    expect(
      await screen.findByText('This site does not know the contract of this policy. Please tell us.'),
    ).toBeDefined();
    expect(sent).toEqual([]);
  });

  it('a change that was objected to offers no second objection, and without a change there is no notice', async () => {
    serve({ holder_change: { ...change, contested: true, effective_at: '2026-12-20T10:00:00.000Z' } });
    mountSite('/policy/12?type=home');
    expect(await screen.findByText('You objected to moving this policy to another wallet')).toBeDefined();
    expect(screen.getByText(/have both confirmed it/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Object' })).toBeNull();
    cleanup();
    serve({ holder_change: null });
    mountSite('/policy/12?type=home');
    expect(await screen.findByRole('heading', { name: 'Timeline' })).toBeDefined();
    expect(screen.queryByText(/holder/)).toBeNull();
  });
});
