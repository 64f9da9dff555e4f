import { encodeFunctionData, getAddress, type Hex, keccak256, numberToHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import * as z from 'zod';
import { insurancePaymentAbi as abi } from '#domain/abi/insurance-payment.ts';
import { ChainUnreachable, type Rpc, understood } from '#domain/json-rpc.ts';
import { hex, quantity } from '#domain/node-answers.ts';
import { once } from '#domain/once.ts';
import { CallRefused } from '#worker/platform/chain/chain.ts';
import type { ChainConfig } from '#worker/platform/chain/config.ts';
import type { Relayer } from '#worker/platform/chain/relayer.ts';
import { chainQuote, simulated } from './service.ts';

const big = hex.transform((value) => BigInt(value));
const blockShape = z.object({ number: quantity, baseFeePerGas: big });
const receiptShape = z.object({
  transactionHash: hex,
  status: hex,
  blockNumber: quantity,
  blockHash: hex,
});
const shownShape = z.object({ hash: hex });

/** A node that has the transaction already, or one in its place, says so in one of these words. */
const KNOWN = /already known|already imported|already exists|nonce too low|underpriced|known transaction/i;
/** More than an account's purchase uses, for wallets that are contracts. A wallet that burns more is not relayed. */
const MOST_GAS = 400_000n;
const EMPTY_GAS = 21_000n;
/** Of the estimate, in percent: state may differ a little by the time it is mined. */
const MARGIN = 115n;

/** Sends purchases from an account whose only power is to spend its own coins. */
export function evmRelayerOf(config: ChainConfig, rpc: Rpc, key: Hex): Relayer {
  // Deriving it takes longer than the whole rest of most requests, which relay nothing.
  const signer = once(() => privateKeyToAccount(key));
  const addressOf = () => signer().address.toLowerCase();
  const tryOut = async (data: string) => {
    const call = { chainId: config.chain_id, to: config.contract, data: data as Hex };
    await simulated(rpc, call, addressOf());
  };
  return {
    get account() {
      return addressOf();
    },

    async state() {
      const [balance, nonce, tip, latest] = await rpc.all([
        { method: 'eth_getBalance', params: [addressOf(), 'latest'] },
        { method: 'eth_getTransactionCount', params: [addressOf(), 'latest'] },
        { method: 'eth_maxPriorityFeePerGas', params: [] },
        { method: 'eth_getBlockByNumber', params: ['latest', false] },
      ]);
      const block = understood(() => blockShape.parse(latest));
      const final = Math.max(0, block.number - config.confirmations + 1);
      const [finalNonce] = await rpc.all([
        { method: 'eth_getTransactionCount', params: [addressOf(), numberToHex(final)] },
      ]);
      return understood(() => {
        const price = big.parse(tip);
        return {
          balance: big.parse(balance),
          nonce: quantity.parse(nonce),
          finalBlock: final,
          finalNonce: quantity.parse(finalNonce),
          tip: price,
          // Twice the base fee stays valid for six full blocks.
          maxFee: block.baseFeePerGas * 2n + price,
        };
      });
    },

    async prepare({ quote, signature, authorization }) {
      const data = encodeFunctionData({
        abi,
        functionName: 'purchaseWithAuthorization',
        args: [chainQuote(quote), signature as Hex, authorization as Hex],
      });
      await tryOut(data);
      const [estimate] = await rpc.batch([
        { method: 'eth_estimateGas', params: [{ from: addressOf(), to: config.contract, data }] },
      ]);
      if (!estimate || 'error' in estimate) throw new ChainUnreachable('eth_estimateGas');
      const gas = (understood(() => big.parse(estimate.result)) * MARGIN) / 100n;
      if (gas > MOST_GAS) throw new CallRefused('TooMuchGas');
      return { data, gas };
    },

    tryOut,

    async sign({ nonce, data, gas, maxFee, tip }) {
      const account = signer();
      const empty = data === null;
      const raw = await account.signTransaction({
        type: 'eip1559',
        chainId: config.chain_id,
        nonce,
        to: empty ? account.address : getAddress(config.contract),
        data: empty ? '0x' : (data as Hex),
        gas: empty ? EMPTY_GAS : gas,
        maxFeePerGas: maxFee,
        maxPriorityFeePerGas: tip,
      });
      return { raw, txHash: keccak256(raw) };
    },

    async broadcast(raw) {
      const [answer] = await rpc.batch([{ method: 'eth_sendRawTransaction', params: [raw] }]);
      return answer !== undefined && (!('error' in answer) || KNOWN.test(answer.error.message));
    },

    async mined(txHashes) {
      const answers = await rpc.all(
        txHashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
      );
      const receipts = understood(() => answers.map((answer) => receiptShape.nullable().parse(answer)));
      for (const receipt of receipts) {
        if (receipt === null) continue;
        const [shown] = await rpc.all([
          { method: 'eth_getBlockByNumber', params: [numberToHex(receipt.blockNumber), false] },
        ]);
        // A node may keep the receipt of a branch that has lost.
        if (understood(() => shownShape.nullable().parse(shown))?.hash !== receipt.blockHash) continue;
        const { transactionHash: txHash, blockNumber: block, status } = receipt;
        return { txHash, block, succeeded: status === '0x1' };
      }
      return null;
    },
  };
}
