/** The rates that policies were sold at, each read again from the round of its feed. */
import { decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from 'viem';
import { shortAddress } from '#domain/address.ts';
import { formatUnits } from '#domain/money.ts';
import { hex } from '#domain/node-answers.ts';
import { comparedLine, differingPairs, iso } from './fields.ts';
import { type Line, lineWith } from './lines.ts';
import type { AuditedChain, Report, Rpc } from './read.ts';
import type { Recorded } from './recorded.ts';

/** The two calls of Chainlink's AggregatorV3Interface that an old answer is read with. */
const FEED = parseAbi([
  'function getRoundData(uint80 id) view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
  'function decimals() view returns (uint8)',
]);
/** Rounds that are asked for at once. */
const AT_ONCE = 20;
const SOURCE = /^chainlink:(0x[0-9a-f]{40})$/i;

type Chains = readonly { chain: AuditedChain; rpc: Rpc }[];

/** One rate that policies of a chain were sold at. */
interface SoldAt {
  chainId: number | string;
  feed: string;
  round: string;
  symbol: string;
  rate: string;
  at: string;
  policies: number;
}

/** Every rate once, with how many policies it priced. One without a round is named with its policy. */
function ratesOf({ records, withoutContract }: Recorded): SoldAt[] {
  const rates = new Map<string, SoldAt>();
  for (const record of [...records, ...withoutContract]) {
    if (record.record !== 'policy') continue;
    const { chain_id, sale } = record;
    const [, feed] = SOURCE.exec(sale.source) ?? [];
    if (!feed || sale.round === null) continue;
    const { round, rate, at, symbol } = sale;
    const key = [chain_id, feed, round, rate, at].join(':');
    const known = rates.get(key);
    if (known) known.policies += 1;
    else rates.set(key, { chainId: chain_id, feed, round, symbol, rate, at, policies: 1 });
  }
  return [...rates.values()];
}

async function readRound(rpc: Rpc, feed: string, round: string) {
  const call = async (data: Hex) => hex.parse(await rpc('eth_call', [{ to: feed, data }, 'latest'])) as Hex;
  const [answer, decimals] = await Promise.all([
    call(encodeFunctionData({ abi: FEED, functionName: 'getRoundData', args: [BigInt(round)] })),
    call(encodeFunctionData({ abi: FEED, functionName: 'decimals' })),
  ]);
  const [id, price, , updatedAt] = decodeFunctionResult({
    abi: FEED,
    functionName: 'getRoundData',
    data: answer,
  });
  const places = decodeFunctionResult({ abi: FEED, functionName: 'decimals', data: decimals });
  const rate = price <= 0n ? null : formatUnits(price, places).replace(/\.?0+$/, '');
  return { round: id.toString(), rate, at: iso(Number(updatedAt)) };
}

async function compareRound(sold: SoldAt, chains: Chains): Promise<Line> {
  const policies = sold.policies === 1 ? '1 policy' : `${sold.policies} policies`;
  const base = {
    about: 'rate' as const,
    chainId: sold.chainId,
    what: `${policies} sold at ${sold.rate} dollars for one ${sold.symbol}, from round ${sold.round} of the feed ${shortAddress(sold.feed)}.`,
  };
  // A chain without a contract has its feed on one of the others.
  const own = chains.filter(({ chain }) => chain.chainId === sold.chainId);
  for (const { rpc } of own.length > 0 ? own : chains) {
    const read = await readRound(rpc, sold.feed, sold.round).catch(() => null);
    if (!read) continue;
    const differences = differingPairs([
      ['round', read.round, sold.round, 'the feed'],
      ['rate', read.rate, sold.rate, 'the feed'],
      ['time of the rate', read.at, sold.at, 'the feed'],
    ]);
    return comparedLine(base, differences, 'fields');
  }
  const explanation = 'No node that was asked has this round of the feed.';
  return lineWith({ ...base, explanation, result: 'fields' });
}

/** Compares each rate of sale with its feed's round, and names sources that nobody can read. */
export async function checkRounds(recorded: Recorded, chains: Chains, report: Report): Promise<Line[]> {
  const rates = ratesOf(recorded);
  const lines: Line[] = [];
  for (let start = 0; start < rates.length; start += AT_ONCE) {
    const some = rates.slice(start, start + AT_ONCE);
    lines.push(...(await Promise.all(some.map((each) => compareRound(each, chains)))));
    report({ step: 'Reading the rates of sale', done: lines.length, total: rates.length });
  }
  return lines;
}
