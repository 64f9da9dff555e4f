import { web3AccountsSubscribe, web3Enable, web3FromSource } from '@polkadot/extension-dapp';
import { substrateAddress, substrateKey } from '#domain/ss58.ts';
import type { DeployedSubstrate } from '#web/lib/deployment.ts';
import { answered } from '#web/wallet/answered.ts';
import { WalletError } from '#web/wallet/errors.ts';
import type { Account } from './account.ts';

/** What extensions call themselves in code, and to people. */
const NAMES: Readonly<Record<string, string>> = {
  'subwallet-js': 'SubWallet',
  talisman: 'Talisman',
  'polkadot-js': 'Polkadot.js',
};

type Extension = Awaited<ReturnType<typeof web3Enable>>[number];
type Injected = Awaited<ReturnType<Extension['accounts']['get']>>[number] & { source: string };

/** An account of the extension as ours; null for one that cannot sign on this chain. */
function accountOf(
  { address, name, type, genesisHash, source }: Injected,
  chain: DeployedSubstrate,
): Account | null {
  const key = substrateKey(address);
  if (key === null || type === 'ethereum') return null;
  if (genesisHash && genesisHash !== chain.genesis_hash) return null;
  const shown = substrateAddress(key, chain.ss58_prefix);
  const signer = async () => (await web3FromSource(source)).signer;
  return {
    key,
    address: shown,
    name: name ?? 'Account',
    type: type ?? null,
    wallet: NAMES[source] ?? 'SubWallet / Polkadot',
    async signBytes(data) {
      const { signRaw } = await signer();
      if (!signRaw) throw new WalletError('refused', 'This wallet cannot sign a text.');
      return (await answered(signRaw({ address: shown, data, type: 'bytes' }))).signature;
    },
    signing: async () => ({ account: shown, signer: await signer() }),
  };
}

/** Asks every extension in this browser for its accounts; throws WalletError. */
export async function extensionAccounts(chain: DeployedSubstrate): Promise<Account[]> {
  const extensions = await web3Enable('Mooring');
  if (extensions.length === 0) {
    throw new WalletError('not_installed', 'SubWallet/Polkadot extension not installed or not authorized');
  }
  const asked = await Promise.allSettled(
    extensions.map(async ({ name: source, accounts }) =>
      (await accounts.get()).map((one): Injected => ({ ...one, source })),
    ),
  );
  const found = asked.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const failed = asked.find((answer) => answer.status === 'rejected');
  if (found.length === 0 && failed) {
    throw new WalletError('other', 'SubWallet/Polkadot connection failed', { cause: failed.reason });
  }
  const accounts = found.flatMap((one) => accountOf(one, chain) ?? []);
  if (accounts.length > 0) return accounts;
  throw new WalletError('no_accounts', 'No accounts found in SubWallet/Polkadot extension');
}

/** Tells the keys of the shared accounts whenever they change. Only after `extensionAccounts`. */
export function watchExtension(onChange: (keys: readonly string[]) => void): Promise<() => void> {
  return web3AccountsSubscribe((accounts) =>
    onChange(accounts.flatMap(({ address }) => substrateKey(address) ?? [])),
  );
}
