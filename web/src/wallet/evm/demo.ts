import {
  type Address,
  decodeFunctionResult,
  type EIP1193Provider,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  isAddressEqual,
  numberToHex,
} from 'viem';
import { injected } from 'wagmi';
import { insurancePaymentAbi as abi } from '#domain/abi/insurance-payment.ts';
import type { DeployedChain } from '#web/lib/deployment.ts';
import { DEMO_ID } from '#web/wallet/catalog.ts';
import { postRpc } from '#web/wallet/post-rpc.ts';

/** Accounts 5 to 9 of the local chain are customers; those before and after hold the contract's roles. */
const FIRST_CUSTOMER = 5;
const CUSTOMERS = 5;
const CHOSEN_KEY = 'demoWalletAccount';
const FORWARDED = new Set(['eth_sendTransaction', 'personal_sign', 'eth_signTypedData_v4']);

interface RpcAnswer {
  result?: unknown;
  error?: { code: number; message: string };
}

/** An error with the code that EIP-1193 requires. */
class ProviderError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

async function rpc(url: string, method: string, params: unknown = []): Promise<unknown> {
  const response = await postRpc(url, method, params);
  const answer = (await response.json()) as RpcAnswer;
  if (answer.error) throw new ProviderError(answer.error.code, answer.error.message);
  return answer.result;
}

interface Named {
  name: string;
  address: Address;
}

const accountsOf = async (chain: DeployedChain) => (await rpc(chain.rpc_url, 'eth_accounts')) as Address[];

export async function demoCustomers(chain: DeployedChain): Promise<Named[]> {
  const accounts = await accountsOf(chain);
  return accounts
    .slice(FIRST_CUSTOMER, FIRST_CUSTOMER + CUSTOMERS)
    .map((address, index) => ({ name: `Demo customer ${index + 1}`, address }));
}

/** `99.3 ETH, 5,000 USDC`: what an account has of each currency, so that one can be chosen by it. */
export async function holdings(chain: DeployedChain, owner: Address): Promise<string> {
  const held = await Promise.all(
    chain.currencies.map(async ({ token, symbol, decimals }) => {
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] });
      const answer =
        token === null
          ? await rpc(chain.rpc_url, 'eth_getBalance', [owner, 'latest'])
          : await rpc(chain.rpc_url, 'eth_call', [{ to: token, data }, 'latest']);
      return { symbol, text: shortUnits(BigInt(answer as Hex), decimals) };
    }),
  );
  const some = held.filter(({ text }) => text !== '0').map(({ symbol, text }) => `${text} ${symbol}`);
  return some.join(', ') || 'Nothing';
}

/** At most two decimals, cut, and none that are zeros. */
function shortUnits(units: bigint, decimals: number): string {
  const hundredths = (units * 100n) / 10n ** BigInt(decimals);
  return (Number(hundredths) / 100).toLocaleString('en-US');
}

/** The contract's roles in the order of their numbers. The signer sends no transactions. */
const ROLES = ['Administrator', 'Guardian', 'Claims', 'Underwriter', 'Treasurer', 'Pauser'] as const;

/** The accounts that hold the contract's roles now, as the contract says. */
export async function demoRoles(chain: DeployedChain): Promise<Named[]> {
  const accounts = await accountsOf(chain);
  const holders = await Promise.all(
    ROLES.map(async (_, role) => {
      const call = { abi, functionName: 'roleHolder' } as const;
      const data = encodeFunctionData({ ...call, args: [role] });
      const answer = (await rpc(chain.rpc_url, 'eth_call', [{ to: chain.contract, data }, 'latest'])) as Hex;
      return decodeFunctionResult({ ...call, data: answer });
    }),
  );
  return ROLES.flatMap((name, role) => {
    const address = accounts.find((account) => isAddressEqual(account, holders[role] as Address));
    return address ? [{ name, address }] : [];
  });
}

/** Play money from the faucet, in wei: 10 ETH. */
const FAUCET = 10n ** 19n;

/** Adds play money to an account of the local chain. */
export async function fillDemoAccount(chain: DeployedChain, account: string): Promise<void> {
  const balance = BigInt((await rpc(chain.rpc_url, 'eth_getBalance', [account, 'latest'])) as Hex);
  await rpc(chain.rpc_url, 'anvil_setBalance', [account, numberToHex(balance + FAUCET)]);
}

export function chooseDemoAccount(address: string): void {
  window.localStorage.setItem(CHOSEN_KEY, address);
}

/**
 * A wallet for the local chain that needs no extension. The chain's unlocked accounts sign without asking.
 * Compiled in only for local builds.
 */
export function demoConnector(chains: readonly DeployedChain[]) {
  const home = chains[0] as DeployedChain;
  let current = home;

  async function accounts(): Promise<readonly Address[]> {
    const chosen = window.localStorage.getItem(CHOSEN_KEY) as Address | null;
    const account = (await accountsOf(home)).find(
      (entry) => chosen !== null && isAddressEqual(entry, chosen),
    );
    return account ? [account] : [];
  }

  const provider = {
    on: () => undefined,
    removeListener: () => undefined,
    async request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
      if (method === 'eth_accounts' || method === 'eth_requestAccounts') return accounts();
      if (method === 'eth_chainId') return numberToHex(current.chain_id);
      if (method === 'wallet_revokePermissions') return window.localStorage.removeItem(CHOSEN_KEY);
      if (method === 'wallet_switchEthereumChain') {
        const [{ chainId }] = params as [{ chainId: Hex }];
        const chain = chains.find((entry) => numberToHex(entry.chain_id) === chainId);
        if (!chain) throw new ProviderError(4902, 'The demo wallet knows the local chain only.');
        current = chain;
        return null;
      }
      if (FORWARDED.has(method) || /^(eth|net|web3)_(?!sign$|signTransaction$)/.test(method)) {
        return rpc(current.rpc_url, method, params);
      }
      throw new ProviderError(4200, `The demo wallet does not offer ${method}.`);
    },
  };
  const target = { id: DEMO_ID, name: 'Demo Wallet', provider: provider as unknown as EIP1193Provider };
  return injected({ shimDisconnect: false, target });
}
