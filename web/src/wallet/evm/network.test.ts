import { describe, expect, it } from 'vitest';
import { NETWORKS, type Network, networkName, transactionLink } from '#domain/chains.ts';
import type { DeployedChain } from '#web/lib/deployment.ts';
import { askToSwitch } from './network.ts';

const chain: DeployedChain = {
  kind: 'evm',
  ref: '1337',
  chain_id: 1337,
  payee: '0x0000000000000000000000000000000000000001',
  key: 'ganache',
  name: 'Ganache Local',
  rpc_url: 'http://127.0.0.1:8545',
  contract: '0x0000000000000000000000000000000000000001',
  contracts: ['0x0000000000000000000000000000000000000001'],
  start_block: 0,
  confirmations: 1,
  currencies: [{ symbol: 'ETH', decimals: 18, token: null }],
};

/** A wallet that answers each method from `answers`; an Error is thrown. */
function wallet(answers: Record<string, unknown[]>) {
  const asked: { method: string; params: unknown }[] = [];
  return {
    asked,
    request: async ({ method, params }: { method: string; params?: unknown }) => {
      asked.push({ method, params });
      const answer = answers[method]?.shift() ?? null;
      if (answer !== null) throw answer;
      return null;
    },
  };
}

const unknown = { code: 4902, message: 'Unrecognized chain ID' };
const denied = { code: 4001, message: 'User rejected' };

const description = async (target: DeployedChain) => {
  const provider = wallet({ wallet_switchEthereumChain: [unknown] });
  await askToSwitch(provider, target);
  return provider.asked[1]?.params;
};

describe('askToSwitch', () => {
  it('a wallet that knows the chain is asked once to switch @wallet-19', async () => {
    const provider = wallet({});
    await askToSwitch(provider, chain);
    expect(provider.asked).toEqual([
      { method: 'wallet_switchEthereumChain', params: [{ chainId: '0x539' }] },
    ]);
  });

  it('an unknown chain is added to the wallet and then switched to @wallet-19', async () => {
    const provider = wallet({ wallet_switchEthereumChain: [unknown] });
    await askToSwitch(provider, chain);
    expect(provider.asked.map(({ method }) => method)).toEqual([
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'wallet_switchEthereumChain',
    ]);
    expect(provider.asked[1]?.params).toEqual([
      {
        chainId: '0x539',
        chainName: 'Ganache Local',
        rpcUrls: ['http://127.0.0.1:8545'],
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        blockExplorerUrls: null,
      },
    ]);
  });

  it('a failed switch has the message of the specification @wallet-20', async () => {
    const broken = wallet({ wallet_switchEthereumChain: [{ code: -32603, message: 'x' }] });
    await expect(askToSwitch(broken, chain)).rejects.toThrow('Failed to switch to Ganache Local');
    const noAdd = wallet({ wallet_switchEthereumChain: [unknown], wallet_addEthereumChain: [{ code: -1 }] });
    await expect(askToSwitch(noAdd, chain)).rejects.toThrow('Failed to add Ganache Local to your wallet');
  });

  it('a rejection of either request is recognized', async () => {
    const first = wallet({ wallet_switchEthereumChain: [denied] });
    await expect(askToSwitch(first, chain)).rejects.toThrow('User rejected the request');
    const second = wallet({ wallet_switchEthereumChain: [unknown], wallet_addEthereumChain: [denied] });
    await expect(askToSwitch(second, chain)).rejects.toThrow('User rejected the request');
  });

  it('a wallet with an open request is named, not called broken', async () => {
    const busy = wallet({ wallet_switchEthereumChain: [{ code: -32002, message: 'Already pending' }] });
    await expect(askToSwitch(busy, chain)).rejects.toThrow('Your wallet already has an open request');
  });

  it('each network is added with its own coin and explorer @wallet-19 @networks-1', async () => {
    const on = (chain_id: number, name: string) => ({
      ...chain,
      chain_id,
      name,
      rpc_url: 'https://rpc.test/',
    });
    expect(await description(on(137, 'Polygon Mainnet'))).toEqual([
      {
        chainId: '0x89',
        chainName: 'Polygon Mainnet',
        rpcUrls: ['https://rpc.test/'],
        nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
        blockExplorerUrls: ['https://polygonscan.com'],
      },
    ]);
    expect(await description(on(56, 'BNB Smart Chain'))).toEqual([
      {
        chainId: '0x38',
        chainName: 'BNB Smart Chain',
        rpcUrls: ['https://rpc.test/'],
        nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
        blockExplorerUrls: ['https://bscscan.com'],
      },
    ]);
  });

  it('a network that was added as data has its name, coin, explorer and link at once', async () => {
    const added: Network = {
      ref: '4242',
      key: 'harbor',
      name: 'Harbor',
      nativeCurrency: { name: 'Anchor', symbol: 'ANC', decimals: 18 },
      explorer: 'https://harbor.test',
      stage: 'live',
    };
    (NETWORKS as Network[]).push(added);
    expect(await description({ ...chain, chain_id: 4242, name: 'Harbor' })).toMatchObject([
      { chainId: '0x1092', nativeCurrency: { symbol: 'ANC' }, blockExplorerUrls: ['https://harbor.test'] },
    ]);
    expect(networkName(4242)).toBe('Harbor');
    expect(transactionLink(4242, '0xab')).toBe('https://harbor.test/tx/0xab');
    (NETWORKS as Network[]).pop();
    expect(networkName(4242)).toBe('Unknown Network');
  });
});
