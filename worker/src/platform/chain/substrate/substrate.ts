import type { Block } from '#domain/chains.ts';
import type { Rpc } from '#domain/json-rpc.ts';
import type { ReadyCall } from '#domain/payouts/schema.ts';
import type { ConsentRequest } from '#domain/policy/consent.ts';
import { readBalances } from '#domain/substrate/balances.ts';
import { blocksAt, finalHead, finalPlaces } from '#domain/substrate/blocks.ts';
import { type Books, ERA_BLOCKS } from '#worker/platform/chain/books.ts';
import {
  type Announcement,
  CallRefused,
  type Chain,
  type ChainEvent,
  type Feed,
  type HolderChange,
  type PoolState,
  type PreparedPayout,
  type PreparedStep,
  type Purchase,
  type SalesStatus,
  type Transaction,
  type Turn,
  type WaitingCall,
} from '#worker/platform/chain/chain.ts';
import type { CurrencyConfig, SubstrateConfig } from '#worker/platform/chain/config.ts';
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
import { readSalesStatus } from './pool.ts';
import { type Desk, payoutInBytes, preparePayout, prepareRefund } from './prepare.ts';
import { evidenceOf, prepareQuote, quoteIdOf, quoteInEvidence } from './quote.ts';
import { type Reader, readFees, readRange, readTransaction } from './scan.ts';
import { consented, consentRequest, signedBy } from './signature.ts';

/** Blocks of 7 days, at the 6 seconds of the fastest chain. */
const SEVEN_DAYS = (7 * 86_400) / 6;
/** The longest time between a feed's answers where no feed is configured; then nobody asks. */
const NO_HEARTBEAT = 1;

/** A Polkadot network: transfers with remarks. What a contract would remember, our records do; nothing enforces it. */
export class SubstrateChain implements Chain {
  readonly id: string;
  readonly kind = 'substrate';
  readonly enforcedBy = 'records';
  readonly changesHolder = false;
  readonly firstRoles = {};
  readonly contract: string;
  readonly contracts: readonly string[];
  readonly startBlock: number;
  /** Only finalized blocks are read. */
  readonly confirmations = 1;
  readonly scanRange = 100;
  readonly overlap = 8;
  readonly eraBlocks = ERA_BLOCKS;
  readonly sweepDepth = SEVEN_DAYS;
  readonly relayer = null;
  readonly currencies: readonly CurrencyConfig[];
  readonly coin: { symbol: string; decimals: number };

  /**
   * @param feeds the chain that has our price feed
   * @param clock milliseconds since 1970
   */
  constructor(
    private readonly config: SubstrateConfig,
    private readonly rpc: Rpc,
    private readonly books: Books,
    private readonly priced: Chain | null,
    private readonly clock: () => number = () => Date.now(),
  ) {
    const { symbol, decimals, recipient, feed } = config;
    this.id = config.genesis_hash;
    this.contract = recipient;
    this.contracts = [recipient, ...config.earlier_recipients];
    this.startBlock = config.start_block;
    this.coin = { symbol, decimals };
    this.currencies = [
      {
        ...this.coin,
        token: null,
        feed: feed?.address ?? null,
        heartbeat_seconds: feed?.heartbeat_seconds ?? NO_HEARTBEAT,
        authorization: null,
      },
    ];
  }

  async head(): Promise<number> {
    return (await finalHead(this.rpc)).number;
  }

  async blocks(numbers: readonly number[]): Promise<(Block | null)[]> {
    if (numbers.length === 0) return [];
    return blocksAt(this.rpc, (await finalPlaces(this.rpc, numbers)).places);
  }

  transaction(hash: string, at?: number): Promise<Transaction> {
    return readTransaction(this.reader, hash.toLowerCase(), at);
  }

  events(from: number, to: number): Promise<{ events: ChainEvent[]; last: Block | null }> {
    return readRange(this.reader, from, to);
  }

  async evidence(purchase: Purchase): Promise<string> {
    return evidenceOf(purchase);
  }

  /** An extrinsic that wasn't included can be sent again under another hash, so none stands for another. */
  async turnOf(): Promise<Turn | null> {
    return null;
  }

  fees(txHashes: readonly string[]): Promise<(bigint | null)[]> {
    return readFees(this.reader, txHashes);
  }

  async wasReplaced(): Promise<boolean> {
    return false;
  }

  salesStatus(): Promise<SalesStatus> {
    return readSalesStatus(this.rpc, this.config);
  }

  async feeds(addresses: readonly string[]): Promise<Feed[]> {
    return this.priced ? this.priced.feeds(addresses) : [];
  }

  async pool(): Promise<PoolState> {
    const { at, accounts } = await readBalances(this.rpc, this.id, [this.contract]);
    return { block: at.number, amounts: { [this.coin.symbol]: accounts[0]?.spendable ?? 0n } };
  }

  async finalBlock(): Promise<Block | null> {
    const [block] = await blocksAt(this.rpc, [await finalHead(this.rpc)]);
    return block ?? null;
  }

  async registered(quote: Registered): Promise<RegistryEntry | null> {
    const [entry] = await this.registeredNow([quote]);
    return entry ?? null;
  }

  async registeredNow(quotes: readonly Registered[]): Promise<(RegistryEntry | null)[]> {
    const ids = quotes.map(({ id }) => id);
    const entries = ids.length > 0 ? await this.books.registered(this.id, ids) : null;
    return ids.map((id) => entries?.get(id) ?? null);
  }

  /** Our records have no history: their present state answers for every block. */
  registeredAt(quotes: readonly Registered[]): Promise<(RegistryEntry | null)[]> {
    return this.registeredNow(quotes);
  }

  paysClaim({ data }: WaitingCall, claim: PayoutCall): boolean {
    return payoutInBytes(data, claim);
  }

  quoteInEvidence(evidence: string, quoteId: string): SoldQuote | null {
    return quoteInEvidence(evidence, quoteId);
  }

  quoteIdOf(quote: SoldQuote): string {
    return quoteIdOf(this.id, quote);
  }

  prepareRefund(terms: RefundTerms): Promise<ReadyCall> {
    return prepareRefund(this.desk, terms);
  }

  preparePayout(terms: PayoutTerms): Promise<PreparedPayout> {
    return preparePayout(this.desk, terms);
  }

  /** Nothing bounds what the account's keys pay. */
  async paysAtOnce(): Promise<boolean> {
    return true;
  }

  async announcedPayout(): Promise<Announcement | null> {
    return null;
  }

  async holderChange(): Promise<HolderChange | null> {
    return null;
  }

  async holderChangeDelay(): Promise<number> {
    return 0;
  }

  async prepareHolderStep(): Promise<PreparedStep> {
    throw new CallRefused('NotOffered');
  }

  consentRequest(consent: Consent): ConsentRequest {
    return consentRequest(this.config, consent);
  }

  async verifyConsent(consent: Consent, signature: string): Promise<boolean> {
    return consented(this.config, consent, signature);
  }

  async sign(terms: QuoteTerms): Promise<SignedQuote> {
    return prepareQuote(this.config, terms);
  }

  async verifyMessage(wallet: string, message: string, signature: string): Promise<boolean> {
    return signedBy(wallet, message, signature);
  }

  private get reader(): Reader {
    const { rpc, id, contracts, books } = this;
    return { rpc, genesis: id, recipients: contracts, books };
  }

  private get desk(): Desk {
    const { config, rpc, books } = this;
    return { config, rpc, books, now: Math.floor(this.clock() / 1000) };
  }
}
