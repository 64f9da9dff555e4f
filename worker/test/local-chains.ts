/** The local chains, as a test reaches them. */
import { createTestClient, http, publicActions, type Transport, toHex, walletActions } from 'viem';
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts';
import { inject } from 'vitest';
import type { ChainConfig } from '#worker/platform/chain/config.ts';

const MNEMONIC = 'test test test test test test test test test test test junk';
/** Their parent; deriving it from the phrase takes longer than a purchase. */
const LOCAL_KEYS = mnemonicToAccount(MNEMONIC, { path: "m/44'/60'/0'/0" }).getHdKey();
/** The local chain's accounts: deployer and admin, claims, underwriter, treasurer, pauser, customers from 5 on. */
export const localAccount = (index: number) =>
  privateKeyToAccount(toHex(LOCAL_KEYS.deriveChild(index).privateKey as Uint8Array));

export const [usual, shaky] = JSON.parse(inject('chains')) as [ChainConfig, ChainConfig];

const used = new Set<number>();
/** Whether this file has asked the chain for anything but its head and coins for a new customer. */
export const isUsed = ({ chain_id }: ChainConfig): boolean => used.has(chain_id);
/** Every file starts with chains that it hasn't used. */
export const forgetUse = (): void => used.clear();

const ELSEWHERE_TOO = ['eth_getBlockByNumber', 'anvil_setBalance'];
/** Requests to a chain, which note that it is used. */
function noting({ chain_id, rpc_url }: ChainConfig): Transport {
  return (options) => {
    const { request, ...rest } = http(rpc_url)(options);
    return {
      ...rest,
      request(asked, ...more) {
        if (!ELSEWHERE_TOO.includes(asked.method)) used.add(chain_id);
        return request(asked, ...more);
      },
    } as ReturnType<Transport>;
  };
}

const chainClient = (config: ChainConfig) =>
  createTestClient({
    mode: 'anvil',
    chain: {
      id: config.chain_id,
      name: config.name,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [config.rpc_url] } },
      // viem misses a block that comes while it looks for a replacement, and no later one may come here.
      supportsTransactionReplacementDetection: false,
    },
    transport: noting(config),
    pollingInterval: 20,
    cacheTime: 0,
  })
    .extend(publicActions)
    .extend(walletActions);

export type LocalChain = ReturnType<typeof chainClient>;
export const chain = chainClient(usual);
export const shakyChain = chainClient(shaky);
