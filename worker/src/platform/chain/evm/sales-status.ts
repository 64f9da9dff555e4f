import { decodeFunctionResult, encodeFunctionData, erc20Abi, type Hex, parseAbi } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import { DAY_SECONDS } from '#domain/days.ts';
import { type Rpc, understood } from '#domain/json-rpc.ts';
import { CHAIN_ROLES, type ChainRole } from '#domain/registry/chain-roles.ts';
import type { Feed, SalesStatus } from '#worker/platform/chain/chain.ts';
import type { ChainConfig, CurrencyConfig } from '#worker/platform/chain/config.ts';
import { bytes, decodePool, integer, poolCalls, read } from './pool.ts';

const feedAbi = parseAbi([
  'function decimals() view returns (uint8)',
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
]);
const abi = insurancePaymentAbi;
/** Chains of one's own, where the contract allows short delays. */
const LOCAL_CHAINS: readonly number[] = [1337, 31_337];

/**
 * Whether the contract is wired as the deployment says and would accept a payment in `currency` under a quote signed by
 * `signerKey`, and its pool (balances minus what it owes holders) and payout bounds. One request.
 */
export async function readSalesStatus(
  rpc: Rpc,
  config: ChainConfig,
  signerKey: Hex,
  currency: CurrencyConfig,
): Promise<SalesStatus> {
  const { contract } = config;
  const expected = holdersOf(config, signerKey);
  const asked = poolCalls(config);
  const [chainId, paused, delays, ...rest] = await rpc.all([
    { method: 'eth_chainId', params: [] },
    read(contract, encodeFunctionData({ abi, functionName: 'paused' })),
    read(contract, encodeFunctionData({ abi, functionName: 'delays' })),
    ...expected.map(([role]) =>
      read(
        contract,
        encodeFunctionData({ abi, functionName: 'roleHolder', args: [CHAIN_ROLES.indexOf(role)] }),
      ),
    ),
    ...asked,
    ...(currency.token
      ? [read(currency.token, encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' }))]
      : []),
  ]);
  return understood(() => {
    const holders = rest.slice(0, expected.length).map(holderIn);
    const answers = rest.slice(expected.length, expected.length + asked.length);
    const { amounts: pool, accepts, perDollar } = decodePool(config, answers);
    const waits = decodeFunctionResult({ abi, functionName: 'delays', data: bytes(delays) });
    const problems: [string, boolean][] = [
      ['The node serves another chain', integer(chainId) !== BigInt(config.chain_id)],
      ['The contract is paused', integer(paused) !== 0n],
      ...expected.map(([role, holder], index): [string, boolean] => [
        `The contract's ${role} is not ours`,
        holders[index] !== holder,
      ]),
      ["The contract's delays are shorter than promised", tooShort(config.chain_id, waits)],
      [`The contract does not accept ${currency.symbol}`, !accepts(currency)],
      [
        `${currency.symbol} has other decimals than configured`,
        currency.token !== null && integer(rest.at(-1)) !== BigInt(currency.decimals),
      ],
    ];
    const problem = problems.find(([, holds]) => holds)?.[0] ?? null;
    return { problem, pool, perDollar: perDollar(currency) };
  });
}

/** Who must hold which role: the record's holders, and the signer whose key we have, also when the record is older. */
const holdersOf = ({ roles }: ChainConfig, signerKey: Hex) =>
  Object.entries({ ...roles, signer: privateKeyToAddress(signerKey).toLowerCase() }) as [ChainRole, string][];

const holderIn = (answer: unknown) =>
  decodeFunctionResult({ abi, functionName: 'roleHolder', data: bytes(answer) }).toLowerCase();

/** Seconds that a change waits at least: `Delays` in contracts/src/IGovernance.sol. */
const DELAYS = {
  announcement: 2 * DAY_SECONDS,
  guardian: 7 * DAY_SECONDS,
  recovery: 5 * DAY_SECONDS,
  holderChange: 2 * DAY_SECONDS,
  contestedHolderChange: 14 * DAY_SECONDS,
} as const;
type Delays = Readonly<Record<keyof typeof DELAYS, number>>;

const tooShort = (chainId: number, delays: Delays): boolean =>
  !LOCAL_CHAINS.includes(chainId) &&
  Object.entries(DELAYS).some(([name, least]) => delays[name as keyof Delays] < least);

/** The latest answers of AggregatorV3 feeds, in one request. */
export async function readFeeds(rpc: Rpc, addresses: readonly string[]): Promise<Feed[]> {
  if (addresses.length === 0) return [];
  const answers = await rpc.all(
    addresses.flatMap((address) => [
      read(address, encodeFunctionData({ abi: feedAbi, functionName: 'latestRoundData' })),
      read(address, encodeFunctionData({ abi: feedAbi, functionName: 'decimals' })),
    ]),
  );
  return understood(() =>
    addresses.map((_, index) => {
      const data = bytes(answers[index * 2]);
      const round = decodeFunctionResult({ abi: feedAbi, functionName: 'latestRoundData', data });
      const [id, answer, , updatedAt, answeredIn] = round;
      const decimals = Number(integer(answers[index * 2 + 1]));
      return { round: id, answer, decimals, updatedAt: Number(updatedAt), answeredIn };
    }),
  );
}
