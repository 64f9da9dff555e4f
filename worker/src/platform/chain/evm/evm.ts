import type { Hex } from 'viem';
import * as z from 'zod';
import { type Block, networkOf } from '#domain/chains.ts';
import { ChainUnreachable, type Rpc, type RpcCall, understood } from '#domain/json-rpc.ts';
import { blockShape, type Log, logShape } from '#domain/node-answers.ts';
import type { ReadyCall } from '#domain/payouts/schema.ts';
import type { ConsentRequest } from '#domain/policy/consent.ts';
import type {
  Announcement,
  Chain,
  ChainEvent,
  Feed,
  HolderChange,
  HolderStep,
  PoolState,
  PreparedPayout,
  PreparedStep,
  Purchase,
  SalesStatus,
  Transaction,
  Turn,
  WaitingCall,
} from '#worker/platform/chain/chain.ts';
import type { ChainConfig, CurrencyConfig } from '#worker/platform/chain/config.ts';
import type {
  Consent,
  PayoutCall,
  PayoutTerms,
  QuoteTerms,
  RefundTerms,
  Registered,
  RegistryEntry,
  SignedQuote,
  SoldQuote,
} from '#worker/platform/chain/terms.ts';
import { decodeEvents, EVENT_TOPICS, feeShape, isOurs, receiptShape } from './decode.ts';
import { prepareHolderStep, readHolderChange, readHolderChangeDelay } from './holder.ts';
import { payoutInCall, paysAtOnce, preparePayout, readAnnouncement } from './payout.ts';
import { readPool } from './pool.ts';
import { signQuote } from './quote.ts';
import { EvmRelayer } from './relayer.ts';
import { readFeeds, readSalesStatus } from './sales-status.ts';
import { prepareRefund, quoteIdOf, quoteInInput, readEntries } from './service.ts';
import { consentRequest, verifyConsent, verifyEvmMessage } from './signature.ts';

const quantity = (value: number): Hex => `0x${value.toString(16)}`;
const ETHER = { symbol: 'ETH', decimals: 18 };
const head: RpcCall = { method: 'eth_blockNumber', params: [] };
const sentShape = z.object({
  to: z
    .string()
    .nullish()
    .transform((to) => to?.toLowerCase() ?? null),
  input: z.string(),
});
const hexNumber = z.string().transform((value) => Number(BigInt(value)));
const turnShape = z
  .object({ from: z.string(), nonce: hexNumber })
  .transform(({ from, nonce }): Turn => ({ sender: from.toLowerCase(), nonce }));

type Receipt = z.output<typeof receiptShape>;
/** Whether a receipt and all of its logs are in this very block. */
const isIn = ({ blockNumber, blockHash, logs }: Receipt, block: Block | null | undefined): block is Block =>
  block?.number === blockNumber &&
  block.hash === blockHash &&
  logs.every((log) => log.blockNumber === blockNumber && log.blockHash === blockHash);

export class EvmChain implements Chain {
  readonly id: string;
  readonly kind = 'evm';
  readonly enforcedBy = 'contract';
  readonly changesHolder = true;
  readonly overlap = 256;
  readonly eraBlocks = 0;
  readonly sweepDepth = null;
  readonly contract: string;
  readonly contracts: readonly string[];
  readonly firstRoles: Chain['firstRoles'];
  readonly startBlock: number;
  readonly confirmations: number;
  readonly scanRange: number;
  readonly currencies: readonly CurrencyConfig[];
  readonly coin: { symbol: string; decimals: number };
  readonly relayer: EvmRelayer | null;

  constructor(
    private readonly config: ChainConfig,
    private readonly rpc: Rpc,
    private readonly signerKey: Hex,
    relayKey: Hex | null = null,
  ) {
    this.id = String(config.chain_id);
    const { contract, start_block, earlier_contracts: earlier } = config;
    this.contract = contract;
    this.contracts = [contract, ...earlier.map(({ address }) => address)];
    this.startBlock = Math.min(start_block, ...earlier.map((each) => each.start_block));
    this.firstRoles = config.roles ?? {};
    this.confirmations = config.confirmations;
    this.scanRange = config.log_range;
    this.currencies = config.currencies;
    this.relayer = relayKey && new EvmRelayer(config, rpc, relayKey);
    const { nativeCurrency } = networkOf(config.chain_id) ?? { nativeCurrency: ETHER };
    this.coin = config.currencies.find(({ token }) => token === null) ?? nativeCurrency;
  }

  async head(): Promise<number> {
    const [number] = await this.rpc.all([head]);
    return understood(() => hexNumber.parse(number));
  }

  async blocks(numbers: readonly number[]): Promise<(Block | null)[]> {
    if (numbers.length === 0) return [];
    const answers = await this.rpc.all(
      numbers.map((number) => ({ method: 'eth_getBlockByNumber', params: [quantity(number), false] })),
    );
    return understood(() => answers.map((answer) => blockShape.nullable().parse(answer)));
  }

  async transaction(hash: string): Promise<Transaction> {
    const [receiptAnswer, known] = await this.rpc.all([
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
    const [shown, last] = await this.blocks([blockNumber, blockNumber + this.confirmations - 1]);
    // A node may keep the receipt of a branch that has lost, so only the block at its height says that it is mined.
    if (!isIn(receipt, shown)) return sent;
    if (receipt.status !== '0x1') {
      return { state: 'failed', ours: this.contracts.includes(receipt.to ?? '') };
    }
    return {
      state: 'mined',
      events: await this.decode(receipt.logs, [shown]),
      confirmed: last !== null && last !== undefined,
    };
  }

  async events(from: number, to: number): Promise<{ events: ChainEvent[]; last: Block | null }> {
    const filter = {
      address: [...this.contracts],
      topics: [EVENT_TOPICS],
      fromBlock: quantity(from),
      toBlock: quantity(to),
    };
    const [logAnswer, blockAnswer] = await this.rpc.all([
      { method: 'eth_getLogs', params: [filter] },
      { method: 'eth_getBlockByNumber', params: [quantity(to), false] },
    ]);
    const logs = understood(() => z.array(logShape).parse(logAnswer));
    if (logs.some((log) => log.blockNumber < from || log.blockNumber > to)) {
      throw new ChainUnreachable('Logs of other blocks than were asked for');
    }
    return {
      events: await this.decode(logs),
      last: understood(() => blockShape.nullable().parse(blockAnswer)),
    };
  }

  /** The transaction's call data, `0x` when it is gone. */
  async evidence({ tx_hash }: Purchase): Promise<string> {
    const [answer] = await this.rpc.all([{ method: 'eth_getTransactionByHash', params: [tx_hash] }]);
    return understood(() => sentShape.nullable().parse(answer))?.input ?? '0x';
  }

  async turnOf(txHash: string): Promise<Turn | null> {
    const [answer] = await this.rpc.all([{ method: 'eth_getTransactionByHash', params: [txHash] }]);
    return understood(() => turnShape.nullable().parse(answer));
  }

  async fees(txHashes: readonly string[]): Promise<(bigint | null)[]> {
    const answers = await this.rpc.all(
      txHashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
    );
    return understood(() => answers.map((answer) => feeShape.nullable().parse(answer)));
  }

  async wasReplaced(txHash: string, { sender, nonce }: Turn): Promise<boolean> {
    const [count, receipt] = await this.rpc.all([
      { method: 'eth_getTransactionCount', params: [sender, 'latest'] },
      { method: 'eth_getTransactionReceipt', params: [txHash] },
    ]);
    return receipt === null && understood(() => hexNumber.parse(count)) > nonce;
  }

  salesStatus(currency: CurrencyConfig): Promise<SalesStatus> {
    return readSalesStatus(this.rpc, this.config, this.signerKey, currency);
  }

  feeds(addresses: readonly string[]): Promise<Feed[]> {
    return readFeeds(this.rpc, addresses);
  }

  pool(): Promise<PoolState> {
    return readPool(this.rpc, this.config);
  }

  async finalBlock(): Promise<Block | null> {
    const number = (await this.head()) - this.confirmations + 1;
    const [block] = number < 0 ? [] : await this.blocks([number]);
    return block ?? null;
  }

  async registered(quote: Registered): Promise<RegistryEntry | null> {
    const [entry] = await readEntries(this.rpc, [quote], 'latest');
    return entry ?? null;
  }

  registeredNow(quotes: readonly Registered[]): Promise<(RegistryEntry | null)[]> {
    return readEntries(this.rpc, quotes, 'latest');
  }

  registeredAt(quotes: readonly Registered[], block: Block): Promise<(RegistryEntry | null)[]> {
    return readEntries(this.rpc, quotes, quantity(block.number));
  }

  paysClaim(call: WaitingCall, claim: PayoutCall): boolean {
    return payoutInCall(call, claim);
  }

  quoteInEvidence(input: string, quoteId: string): SoldQuote | null {
    return quoteInInput(this.config.chain_id, this.contracts, input, quoteId);
  }

  quoteIdOf(quote: SoldQuote): string {
    return quoteIdOf(this.config.chain_id, quote);
  }

  prepareRefund(terms: RefundTerms): Promise<ReadyCall> {
    return prepareRefund(this.rpc, this.config.chain_id, terms);
  }

  preparePayout(terms: PayoutTerms): Promise<PreparedPayout> {
    return preparePayout(this.rpc, this.config.chain_id, terms);
  }

  paysAtOnce(terms: Parameters<Chain['paysAtOnce']>[0]): Promise<boolean> {
    return paysAtOnce(this.rpc, terms);
  }

  announcedPayout(
    quote: Registered,
    payout: Pick<PayoutTerms, 'usd' | 'incidentAt'>,
  ): Promise<Announcement | null> {
    return readAnnouncement(this.rpc, quote, payout);
  }

  holderChange(quote: Registered): Promise<HolderChange | null> {
    return readHolderChange(this.rpc, quote);
  }

  holderChangeDelay(contract: string): Promise<number> {
    return readHolderChangeDelay(this.rpc, contract);
  }

  prepareHolderStep(quote: Registered, step: HolderStep, newHolder: string): Promise<PreparedStep> {
    return prepareHolderStep(this.rpc, this.config.chain_id, quote, step, newHolder);
  }

  consentRequest(consent: Consent): ConsentRequest {
    return consentRequest(this.config.chain_id, consent);
  }

  verifyConsent(consent: Consent, signature: string): Promise<boolean> {
    return verifyConsent(this.rpc, this.config.chain_id, consent, signature);
  }

  sign(terms: QuoteTerms): Promise<SignedQuote> {
    return signQuote(this.config, this.signerKey, terms);
  }

  verifyMessage(wallet: string, message: string, signature: string): Promise<boolean> {
    return verifyEvmMessage(this.rpc, wallet, message, signature);
  }

  /** Our contract's events with the time of their blocks, which not every node puts into the log. */
  private async decode(all: readonly Log[], known: readonly Block[] = []): Promise<ChainEvent[]> {
    const logs = all.filter((log) => isOurs(log, this.contracts));
    const untimed = logs.filter((log) => !log.blockTimestamp).map((log) => log.blockNumber);
    const missing = [...new Set(untimed)].filter((height) => known.every(({ number }) => number !== height));
    const blocks = [...known, ...(await this.blocks(missing))];
    const times = new Map(blocks.map((block) => [block?.hash, block?.time]));
    const timeOf = (log: Log) => {
      const time = log.blockTimestamp ?? times.get(log.blockHash);
      if (!time) throw new ChainUnreachable('A block vanished while it was read');
      return time;
    };
    return understood(() => decodeEvents(logs, timeOf));
  }
}
