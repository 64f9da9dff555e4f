// A local chain as a wallet sees it.
import assert from 'node:assert/strict';
import { createPublicClient, createWalletClient, defineChain, http } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { CHAIN_ID, rpc } from './chain.mjs';

/** Clients of a local chain, like those of a wallet. */
export function connect(rpcUrl, id = CHAIN_ID) {
  const chain = defineChain({
    id,
    name: `Chain ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
    // viem misses a block that comes while it looks for a replacement, and no later one may come here.
    supportsTransactionReplacementDetection: false,
  });
  const transport = http(rpcUrl);
  const reader = createPublicClient({ chain, transport, pollingInterval: 20 });
  return {
    id,
    rpcUrl,
    reader,
    /** Sends a transaction and waits until it is mined; throws if it reverts. */
    send: async (account, { to, data, value = 0n }) => {
      const wallet = createWalletClient({ account, chain, transport });
      const hash = await wallet.sendTransaction({ to, data, value: BigInt(value) });
      const { status } = await reader.waitForTransactionReceipt({ hash });
      assert.equal(status, 'success', `Transaction ${hash} was reverted`);
      return hash;
    },
    /** Calls a contract as an account; throws with the contract's error if it is refused. */
    write: async (account, call) => {
      const { request } = await reader.simulateContract({ account, ...call });
      const hash = await createWalletClient({ account, chain, transport }).writeContract(request);
      await reader.waitForTransactionReceipt({ hash });
      return hash;
    },
    /** A new account with 100 coins. */
    newAccount: async () => {
      const account = privateKeyToAccount(generatePrivateKey());
      await rpc(rpcUrl, 'anvil_setBalance', [account.address, '0x56bc75e2d63100000']);
      return account;
    },
    /** Lets time pass on the chain. */
    wait: async (seconds) => {
      await rpc(rpcUrl, 'evm_increaseTime', [seconds]);
      await rpc(rpcUrl, 'evm_mine');
    },
  };
}
