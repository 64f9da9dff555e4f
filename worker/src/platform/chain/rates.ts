import { REFERENCE_RATES } from '#domain/currencies.ts';
import { formatUnits, parseDecimal } from '#domain/money.ts';
import type { Chain, Feed } from './chain.ts';
import type { CurrencyConfig } from './config.ts';

/** The value of one whole unit of a currency. */
export interface Rate {
  /** USD, as a decimal string. */
  usd: string;
  source: string;
  /** ISO time of the feed's answer. */
  at: string;
  /** The feed's round; null where the source has none. */
  round: string | null;
}

/** A rate, or the reason there is none, for the log. */
export type RateAnswer = Rate | { refused: string };

export interface RateSource {
  /** By symbol, for every currency of the chain. Throws ChainUnreachable if the chain doesn't answer. */
  rates(chain: Chain): Promise<Readonly<Record<string, RateAnswer>>>;
}

/** The specification's fixed rates, for local use only. */
export function referenceRates(now: () => number): RateSource {
  const at = () => new Date(now()).toISOString();
  return {
    async rates(chain) {
      return Object.fromEntries(
        chain.currencies.map(({ symbol }) => {
          const usd = REFERENCE_RATES[symbol];
          return [
            symbol,
            usd ? { usd, source: 'reference', at: at(), round: null } : { refused: 'No reference rate' },
          ];
        }),
      );
    },
  };
}

/** USD price feeds have 8 decimals; anything else is another kind of feed. */
const FEED_DECIMALS = 8;
/** Seconds a feed may be late before its answer is stale. */
const GRACE_SECONDS = 60;

/** The rate of a feed at `now` (milliseconds), or why it can't be trusted. */
function judge(currency: CurrencyConfig, feed: Feed, now: number): RateAnswer {
  if (feed.round <= 0n || feed.updatedAt <= 0) return { refused: 'The feed has no round with an answer' };
  if (feed.answeredIn < feed.round) return { refused: 'The answer is from an earlier round' };
  if (feed.decimals !== FEED_DECIMALS) return { refused: `The feed has ${feed.decimals} decimals` };
  if (feed.answer <= 0n) return { refused: 'The feed answers zero or less' };
  const age = Math.floor(now / 1000) - feed.updatedAt;
  if (age < -GRACE_SECONDS) return { refused: 'The feed answers from the future' };
  if (age > currency.heartbeat_seconds + GRACE_SECONDS) return { refused: `The feed is ${age} s old` };
  const usd = formatUnits(feed.answer, feed.decimals).replace(/\.?0+$/, '');
  parseDecimal(usd);
  const at = new Date(feed.updatedAt * 1000).toISOString();
  return { usd, source: `chainlink:${currency.feed}`, at, round: feed.round.toString() };
}

/** AggregatorV3 feeds, read from the chain of the payment. */
export function chainlinkRates(now: () => number): RateSource {
  return {
    async rates(chain) {
      const fed = chain.currencies.filter((currency) => currency.feed !== null);
      const feeds = await chain.feeds(fed.map((currency) => currency.feed ?? ''));
      const answers = new Map(fed.map((currency, index) => [currency.symbol, feeds[index]]));
      return Object.fromEntries(
        chain.currencies.map((currency) => {
          const feed = answers.get(currency.symbol);
          return [currency.symbol, feed ? judge(currency, feed, now()) : { refused: 'No feed configured' }];
        }),
      );
    },
  };
}
