import type { Rpc } from '#domain/json-rpc.ts';
import { readBalances } from '#domain/substrate/balances.ts';
import { blocksAt, finalHead, finalPlaces } from '#domain/substrate/blocks.ts';
import { type Books, ERA_BLOCKS } from '#worker/platform/chain/books.ts';
import { CallRefused, type Chain } from '#worker/platform/chain/chain.ts';
import type { SubstrateConfig } from '#worker/platform/chain/config.ts';
import type { Registered } from '#worker/platform/chain/terms.ts';
import { readSalesStatus } from './pool.ts';
import { type Desk, payoutInBytes, preparePayout, prepareRefund } from './prepare.ts';
import { evidenceOf, prepareQuote, quoteIdOf, quoteInEvidence } from './quote.ts';
import { type Reader, readFees, readRange, readTransaction } from './scan.ts';
import { consented, consentRequest, signedBy } from './signature.ts';

/** Blocks of 7 days, at the 6 seconds of the fastest chain. */
const SEVEN_DAYS = (7 * 86_400) / 6;
/** The longest time between a feed's answers where no feed is configured; then nobody asks. */
const NO_HEARTBEAT = 1;

/**
 * A Polkadot network: transfers with remarks. What a contract would remember, our records do; nothing enforces it.
 * @param priced the chain that has our price feed
 * @param clock milliseconds since 1970
 */
export function substrateChainOf(
  config: SubstrateConfig,
  rpc: Rpc,
  books: Books,
  priced: Chain | null,
  clock: () => number = () => Date.now(),
) {
  const { genesis_hash: id, symbol, decimals, recipient, feed } = config;
  const contracts = [recipient, ...config.earlier_recipients];
  const coin = { symbol, decimals };
  const reader: Reader = { rpc, genesis: id, recipients: contracts, books };
  const desk = (): Desk => ({ config, rpc, books, now: Math.floor(clock() / 1000) });
  const registeredNow = async (quotes: readonly Registered[]) => {
    const ids = quotes.map((quote) => quote.id);
    const entries = ids.length > 0 ? await books.registered(id, ids) : null;
    return ids.map((each) => entries?.get(each) ?? null);
  };
  return {
    id,
    kind: 'substrate',
    enforcedBy: 'records',
    changesHolder: false,
    firstRoles: {},
    contract: recipient,
    contracts,
    startBlock: config.start_block,
    /** Only finalized blocks are read. */
    confirmations: 1,
    scanRange: 100,
    overlap: 8,
    eraBlocks: ERA_BLOCKS,
    sweepDepth: SEVEN_DAYS,
    relayer: null,
    coin,
    currencies: [
      {
        ...coin,
        token: null,
        feed: feed?.address ?? null,
        heartbeat_seconds: feed?.heartbeat_seconds ?? NO_HEARTBEAT,
        authorization: null,
      },
    ],

    head: async () => (await finalHead(rpc)).number,
    blocks: async (numbers) =>
      numbers.length === 0 ? [] : blocksAt(rpc, (await finalPlaces(rpc, numbers)).places),
    transaction: (hash: string, at?: number) => readTransaction(reader, hash.toLowerCase(), at),
    events: (from, to) => readRange(reader, from, to),
    evidence: async (purchase) => evidenceOf(purchase),
    /** An extrinsic that wasn't included can be sent again under another hash, so none stands for another. */
    turnOf: async () => null,
    wasReplaced: async () => false,
    fees: (txHashes) => readFees(reader, txHashes),
    salesStatus: () => readSalesStatus(rpc, config),
    feeds: async (addresses) => (priced ? priced.feeds(addresses) : []),
    async pool() {
      const { at, accounts } = await readBalances(rpc, id, [recipient]);
      return { block: at.number, amounts: { [symbol]: accounts[0]?.spendable ?? 0n } };
    },
    finalBlock: async () => (await blocksAt(rpc, [await finalHead(rpc)]))[0] ?? null,

    registered: async (quote) => (await registeredNow([quote]))[0] ?? null,
    registeredNow,
    /** Our records have no history: their present state answers for every block. */
    registeredAt: registeredNow,
    paysClaim: ({ data }, claim) => payoutInBytes(data, claim),
    quoteInEvidence,
    quoteIdOf: (quote) => quoteIdOf(id, quote),
    prepareRefund: (terms) => prepareRefund(desk(), terms),
    preparePayout: (terms) => preparePayout(desk(), terms),
    /** Nothing bounds what the account's keys pay. */
    paysAtOnce: async () => true,
    announcedPayout: async () => null,
    holderChange: async () => null,
    holderChangeDelay: async () => 0,
    prepareHolderStep: async () => {
      throw new CallRefused('NotOffered');
    },
    consentRequest: (consent) => consentRequest(config, consent),
    verifyConsent: async (consent, signature) => consented(config, consent, signature),
    sign: async (terms) => prepareQuote(config, terms),
    verifyMessage: async (wallet, message, signature) => signedBy(wallet, message, signature),
  } satisfies Chain;
}
