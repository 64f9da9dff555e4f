import { loadWallet } from '#web/wallet/load.ts';

/** Connects the installed extension as the Connect Wallet dialog does. */
export async function connectExtension(): Promise<void> {
  const wallet = await loadWallet();
  await wallet.discover();
  const option = wallet.options().find(({ type }) => type === 'metamask');
  if (!option) throw new Error('The extension was not found');
  await wallet.connect(option);
}
