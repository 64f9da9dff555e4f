// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getConnection } from 'wagmi/actions';
import type { DeployedChain } from '#web/lib/deployment.ts';
import { walletWait } from '#web/state/wallet-session.ts';
import { ADA, FakeExtension } from '#web/test/fake-extension.ts';
import { PATIENCE_MS } from '#web/wallet/answered.ts';
import { switchNetwork } from './network.ts';

const chain: DeployedChain = {
  kind: 'evm',
  ref: '1337',
  chain_id: 1337,
  payee: ADA,
  key: 'ganache',
  name: 'Ganache Local',
  rpc_url: 'http://127.0.0.1:8545',
  contract: ADA,
  contracts: [ADA],
  start_block: 0,
  confirmations: 1,
  currencies: [{ symbol: 'ETH', decimals: 18, token: null }],
};
const never = () => new Promise(() => undefined);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A wallet on mainnet that is asked to switch, and what became of it after `ms`. */
async function asked(answer: (extension: FakeExtension) => unknown, ms = 0) {
  const extension = new FakeExtension();
  extension.chainId = 1;
  extension.answers.wallet_switchEthereumChain = () => answer(extension);
  const config = await extension.connectedTo(async () => null);
  expect(getConnection(config).chainId).toBe(1);
  const outcome: { says?: string } = {};
  switchNetwork(config, chain).then(
    () => Object.assign(outcome, { says: 'switched' }),
    (error: Error) => Object.assign(outcome, { says: error.message }),
  );
  await vi.advanceTimersByTimeAsync(ms);
  return { outcome, config };
}

describe('a wallet that is asked to switch', () => {
  it('is on the chain that it names, though no event came', async () => {
    const { outcome, config } = await asked((extension) => {
      extension.chainId = 1337;
      return null;
    }, 100);
    expect(outcome.says).toBe('switched');
    expect(getConnection(config).chainId).toBe(1337);
  });

  it('is on the chain that it names, though it never answered', async () => {
    const { outcome, config } = await asked((extension) => {
      extension.chainId = 1337;
      return never();
    }, 1_500);
    expect(outcome.says).toBe('switched');
    expect(getConnection(config).chainId).toBe(1337);
    await vi.advanceTimersByTimeAsync(PATIENCE_MS);
    expect(walletWait.stop).toBeNull();
  });

  it('is not believed when it says yes and stays', async () => {
    const { outcome, config } = await asked(() => null, 10_000);
    expect(outcome.says).toBe(
      'Your wallet is still on another network. Please open it and choose Ganache Local there.',
    );
    expect(getConnection(config).chainId).toBe(1);
  });

  it('need not be waited for longer than ten seconds', async () => {
    const { outcome } = await asked(never, PATIENCE_MS - 1);
    expect(walletWait.stop).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(walletWait.stop).not.toBeNull();
    expect(outcome.says).toBeUndefined();
    walletWait.stop?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(outcome.says).toBe(
      'Your wallet did not answer. If it still shows a request, reject it there, and then try again.',
    );
    expect(walletWait.stop).toBeNull();
  });
});
