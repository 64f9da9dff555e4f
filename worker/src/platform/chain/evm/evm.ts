import { type Hex, numberToHex } from 'viem';
import * as z from 'zod';
import { type Block, networkOf } from '#domain/chains.ts';
import { ChainUnreachable, type Rpc, type RpcCall, understood } from '#domain/json-rpc.ts';
import { blockShape, type Log, logShape, quantity } from '#domain/node-answers.ts';
import type { Chain, ChainEvent, Transaction, Turn } from '#worker/platform/chain/chain.ts';
import type { ChainConfig } from '#worker/platform/chain/config.ts';
import { decodeEvents, EVENT_TOPICS, feeShape, isOurs, receiptShape } from './decode.ts';
import { prepareHolderStep, readHolderChange, readHolderChangeDelay } from './holder.ts';
import { payoutInCall, paysAtOnce, preparePayout, readAnnouncement } from './payout.ts';
import { readPool } from './pool.ts';
import { signQuote } from './quote.ts';
import { evmRelayerOf } from './relayer.ts';
import { readFeeds, readSalesStatus } from './sales-status.ts';
import { prepareRefund, quoteIdOf, quoteInInput, readEntries } from './service.ts';
import { consentRequest, verifyConsent, verifyEvmMessage } from './signature.ts';

const ETHER = { symbol: 'ETH', decimals: 18 };
const head: RpcCall = { method: 'eth_blockNumber', params: [] };
const sentShape = z.object({
  to: z
    .string()
    .nullish()
    .transform((to) => to?.toLowerCase() ?? null),
  input: z.string(),
});
const turnShape = z
  .object({ from: z.string(), nonce: quantity })
  .transform(({ from, nonce }): Turn => ({ sender: from.toLowerCase(), nonce }));

type Receipt = z.output<typeof receiptShape>;
/** Whether a receipt and all of its logs are in this very block. */
const isIn = ({ blockNumber, blockHash, logs }: Receipt, block: Block | null | undefined): block is Block =>
  block?.number === blockNumber &&
  block.hash === blockHash &&
  logs.every((log) => log.blockNumber === blockNumber && log.blockHash === blockHash);

const blockCall = (number: number): RpcCall => ({
  method: 'eth_getBlockByNumber',
  params: [numberToHex(number), false],
});

/** An EVM chain with our contract on it. */
export function evmChainOf(config: ChainConfig, rpc: Rpc, signerKey: Hex, relayKey: Hex | null): Chain {
  const { chain_id: chainId, contract, confirmations, currencies, earlier_contracts: earlier } = config;
  const contracts: readonly string[] = [contract, ...earlier.map(({ address }) => address)];
  const { nativeCurrency } = networkOf(chainId) ?? { nativeCurrency: ETHER };

  const readHead = async (): Promise<number> => {
    const [number] = await rpc.all([head]);
    return understood(() => quantity.parse(number));
  };

  const blocks = async (numbers: readonly number[]): Promise<(Block | null)[]> => {
    if (numbers.length === 0) return [];
    const answers = await rpc.all(numbers.map(blockCall));
    return understood(() => answers.map((answer) => blockShape.nullable().parse(answer)));
  };

  /** Our contract's events with the time of their blocks, which not every node puts into the log. */
  const decode = async (all: readonly Log[], known: readonly Block[] = []): Promise<ChainEvent[]> => {
    const logs = all.filter((log) => isOurs(log, contracts));
    const untimed = logs.filter((log) => !log.blockTimestamp).map((log) => log.blockNumber);
    const missing = [...new Set(untimed)].filter((height) => known.every(({ number }) => number !== height));
    const timed = [...known, ...(await blocks(missing))];
    const times = new Map(timed.map((block) => [block?.hash, block?.time]));
    const timeOf = (log: Log) => {
      const time = log.blockTimestamp ?? times.get(log.blockHash);
      if (!time) throw new ChainUnreachable('A block vanished while it was read');
      return time;
    };
    return understood(() => decodeEvents(logs, timeOf));
  };

  return {
    id: String(chainId),
    kind: 'evm',
    enforcedBy: 'contract',
    changesHolder: true,
    overlap: 256,
    eraBlocks: 0,
    sweepDepth: null,
    contract,
    contracts,
    firstRoles: config.roles ?? {},
    startBlock: Math.min(config.start_block, ...earlier.map((each) => each.start_block)),
    confirmations,
    scanRange: config.log_range,
    currencies,
    coin: currencies.find(({ token }) => token === null) ?? nativeCurrency,
    relayer: relayKey && evmRelayerOf(config, rpc, relayKey),
    head: readHead,
    blocks,

    async transaction(hash) {
      const [receiptAnswer, known] = await rpc.all([
        { method: 'eth_getTransactionReceipt', params: [hash] },
        { method: 'eth_getTransactionByHash', params: [hash] },
      ]);
      const call = understood(() => sentShape.nullable().parse(known));
      const sent: Transaction = call
        ? { state: 'waiting', call: { target: call.to, data: call.input } }
        : { state: 'unknown' };
      if (receiptAnswer === null) return sent;
      const receipt = understood(() => receiptShape.parse(receiptAnswer));
      const { blockNumber } = receipt;
      const [shown, last] = await blocks([blockNumber, blockNumber + confirmations - 1]);
      // A node may keep the receipt of a branch that has lost, so only the block at its height says that it is mined.
      if (!isIn(receipt, shown)) return sent;
      if (receipt.status !== '0x1') return { state: 'failed', ours: contracts.includes(receipt.to ?? '') };
      return {
        state: 'mined',
        events: await decode(receipt.logs, [shown]),
        confirmed: last !== null && last !== undefined,
      };
    },

    async events(from, to) {
      const filter = {
        address: contracts,
        topics: [EVENT_TOPICS],
        fromBlock: numberToHex(from),
        toBlock: numberToHex(to),
      };
      const [logAnswer, blockAnswer] = await rpc.all([
        { method: 'eth_getLogs', params: [filter] },
        blockCall(to),
      ]);
      const logs = understood(() => z.array(logShape).parse(logAnswer));
      if (logs.some((log) => log.blockNumber < from || log.blockNumber > to)) {
        throw new ChainUnreachable('Logs of other blocks than were asked for');
      }
      return {
        events: await decode(logs),
        last: understood(() => blockShape.nullable().parse(blockAnswer)),
      };
    },

    /** The transaction's call data, `0x` when it is gone. */
    async evidence({ tx_hash }) {
      const [answer] = await rpc.all([{ method: 'eth_getTransactionByHash', params: [tx_hash] }]);
      return understood(() => sentShape.nullable().parse(answer))?.input ?? '0x';
    },

    async turnOf(txHash) {
      const [answer] = await rpc.all([{ method: 'eth_getTransactionByHash', params: [txHash] }]);
      return understood(() => turnShape.nullable().parse(answer));
    },

    async fees(txHashes) {
      const answers = await rpc.all(
        txHashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
      );
      return understood(() => answers.map((answer) => feeShape.nullable().parse(answer)));
    },

    async wasReplaced(txHash, { sender, nonce }) {
      const [count, receipt] = await rpc.all([
        { method: 'eth_getTransactionCount', params: [sender, 'latest'] },
        { method: 'eth_getTransactionReceipt', params: [txHash] },
      ]);
      return receipt === null && understood(() => quantity.parse(count)) > nonce;
    },

    async finalBlock() {
      const number = (await readHead()) - confirmations + 1;
      const [block] = number < 0 ? [] : await blocks([number]);
      return block ?? null;
    },

    registered: async (quote) => (await readEntries(rpc, [quote], 'latest'))[0] ?? null,
    registeredNow: (quotes) => readEntries(rpc, quotes, 'latest'),
    registeredAt: (quotes, block) => readEntries(rpc, quotes, numberToHex(block.number)),
    salesStatus: (currency) => readSalesStatus(rpc, config, signerKey, currency),
    feeds: (addresses) => readFeeds(rpc, addresses),
    pool: () => readPool(rpc, config),
    paysClaim: payoutInCall,
    quoteInEvidence: (input, quoteId) => quoteInInput(chainId, contracts, input, quoteId),
    quoteIdOf: (quote) => quoteIdOf(chainId, quote),
    prepareRefund: (terms) => prepareRefund(rpc, chainId, terms),
    preparePayout: (terms) => preparePayout(rpc, chainId, terms),
    paysAtOnce: (terms) => paysAtOnce(rpc, terms),
    announcedPayout: (quote, payout) => readAnnouncement(rpc, quote, payout),
    holderChange: (quote) => readHolderChange(rpc, quote),
    holderChangeDelay: (of) => readHolderChangeDelay(rpc, of),
    prepareHolderStep: (quote, step, newHolder) => prepareHolderStep(rpc, chainId, quote, step, newHolder),
    consentRequest: (consent) => consentRequest(chainId, consent),
    verifyConsent: (consent, signature) => verifyConsent(rpc, chainId, consent, signature),
    sign: (terms) => signQuote(config, signerKey, terms),
    verifyMessage: (wallet, message, signature) => verifyEvmMessage(rpc, wallet, message, signature),
  };
}
