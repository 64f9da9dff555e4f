import { Keyring } from '@polkadot/api';
import { hexToU8a, u8aToHex, u8aWrapBytes } from '@polkadot/util';
import { cryptoWaitReady } from '@polkadot/util-crypto';
import { substrateAddress } from '#domain/ss58.ts';
import type { DeployedSubstrate } from '#web/lib/deployment.ts';
import type { AccountsFor } from '#web/wallet/family.ts';
import type { Account } from './account.ts';
import type { Node } from './node.ts';

/** The public development accounts, which only a local chain funds. The first one is the faucet. */
const FAUCET = '//Alice';
const CUSTOMERS = ['//Bob', '//Charlie', '//Dave', '//Eve', '//Ferdie'];
const POOL = '//Mooring';
/** Whole units of play money from the faucet. */
const PLAY_MONEY = 100n;

function accountOf(uri: string, name: string, chain: DeployedSubstrate): Account {
  const pair = new Keyring({ type: 'sr25519', ss58Format: chain.ss58_prefix }).addFromUri(uri);
  const key = u8aToHex(pair.publicKey);
  return {
    key,
    address: substrateAddress(key, chain.ss58_prefix),
    name,
    type: 'sr25519',
    wallet: 'Demo Wallet',
    signBytes: async (data) => u8aToHex(pair.sign(u8aWrapBytes(hexToU8a(data)))),
    signing: async () => ({ account: pair }),
  };
}

/** The demo wallet's accounts on the local chain. They sign without asking. Compiled in only for local builds. */
export async function demoAccounts(
  chain: DeployedSubstrate,
  purpose: AccountsFor | null,
): Promise<Account[]> {
  await cryptoWaitReady();
  const customers = CUSTOMERS.map((uri, index) =>
    accountOf(uri, `Polkadot demo customer ${index + 1}`, chain),
  );
  const pool = accountOf(POOL, 'Polkadot payout account', chain);
  if (purpose === null) return [...customers, pool];
  return purpose === 'roles' ? [pool] : customers;
}

export async function fillDemoAccount(chain: DeployedSubstrate, node: Node, key: string): Promise<void> {
  const faucet = new Keyring({ type: 'sr25519' }).addFromUri(FAUCET);
  const amount = PLAY_MONEY * 10n ** BigInt(chain.decimals);
  await node.api.tx.balances
    .transferKeepAlive(substrateAddress(key, chain.ss58_prefix), amount)
    .signAndSend(faucet);
}
