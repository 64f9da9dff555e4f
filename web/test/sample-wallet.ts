import type { ConnectedWallet } from '#web/state/wallet-session.ts';

/** MetaMask on the local chain, as a connected wallet. */
export const evmWallet = (address: string, more: Partial<ConnectedWallet> = {}): ConnectedWallet => ({
  kind: 'evm',
  type: 'metamask',
  name: 'MetaMask',
  address,
  key: address.toLowerCase(),
  chainId: '1337',
  ...more,
});
