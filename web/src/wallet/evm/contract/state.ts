import {
  type Address,
  type Client,
  erc20Abi,
  type GetLogsReturnType,
  getAbiItem,
  type Hex,
  parseAbiItem,
  toFunctionSelector,
  zeroAddress,
} from 'viem';
import { getBalance, getBlock, getLogs, readContract } from 'viem/actions';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import { CALLS, type CallName } from '#domain/clear-signing/sentences.ts';
import { announcedPayout } from '#domain/payouts/announced.ts';
import type { DeployedChain } from '#web/lib/deployment.ts';
import { addedToken, describeCall, type PreparedCall, prepareCall } from './calls.ts';
import type { TokenFacts } from './facts.ts';
import { currencyAt } from './refusal.ts';
import { CHAIN_ROLES, type ChainRole, rolesIn } from './roles.ts';
import { publicClient } from './send.ts';
import { readToken } from './token.ts';

const abi = insurancePaymentAbi;

const DAY = 86_400;
/** How long what was announced can still happen once its delay is over, in seconds: contracts/src/Governance.sol. */
const EXECUTION_WINDOW = 7 * DAY;
const GUARDIAN_WINDOW = 2 * DAY;
/** A node that refuses this few blocks refuses the question itself. */
const FEWEST_BLOCKS = 200n;

const CALL_ANNOUNCED = parseAbiItem(
  'event CallAnnounced(bytes32 indexed callHash, bytes4 indexed selector, address indexed by, bytes data, uint256 executableAt, uint256 expiresAt)',
);

/** No announcement that can still happen is older, in seconds. A day more is for slow clocks. */
const oldest = ({ announcement, recovery, guardian }: Delays) =>
  Math.max(announcement + EXECUTION_WINDOW, recovery + EXECUTION_WINDOW, guardian + GUARDIAN_WINDOW) + DAY;
type Delays = Record<'announcement' | 'recovery' | 'guardian', number>;

/** The first block that is not older than `time`, between `first` and `last`. */
async function blockSince(client: Client, time: number, first: bigint, last: bigint): Promise<bigint> {
  let low = first;
  let high = last;
  while (low < high) {
    const middle = (low + high) / 2n;
    const { timestamp } = await getBlock(client, { blockNumber: middle });
    if (timestamp < BigInt(time)) low = middle + 1n;
    else high = middle;
  }
  return low;
}

type Announcements = GetLogsReturnType<typeof CALL_ANNOUNCED, [typeof CALL_ANNOUNCED], true>;

/** The announcements in a range of blocks, which is halved for as long as the node finds it too large. */
async function announcementsBetween(
  client: Client,
  address: Address,
  fromBlock: bigint,
  toBlock: bigint,
): Promise<Announcements> {
  try {
    return await getLogs(client, { address, event: CALL_ANNOUNCED, fromBlock, toBlock, strict: true });
  } catch (error) {
    if (toBlock - fromBlock < FEWEST_BLOCKS) throw error;
    const middle = (fromBlock + toBlock) / 2n;
    const older = await announcementsBetween(client, address, fromBlock, middle);
    return [...older, ...(await announcementsBetween(client, address, middle + 1n, toBlock))];
  }
}

/** What is announced since `since` and can still happen. The contract itself says what was executed, vetoed or is void. */
async function announcedOf(
  client: Client,
  chain: DeployedChain,
  address: Address,
  { since, time, head }: { since: number; time: number; head: bigint },
) {
  const from = await blockSince(client, since, BigInt(chain.start_block), head);
  const events = await announcementsBetween(client, address, from, head);
  const calls = new Map(events.map(({ args }) => [args.callHash, args]));
  const announced = await Promise.all(
    [...calls.values()].map(async ({ callHash, data, by }) => {
      const args = [callHash] as const;
      const at = { abi, address, functionName: 'announcementOf', args } as const;
      const [executableAt, expiresAt] = await readContract(client, at);
      if (Number(expiresAt) < time) return [];
      const times = { executableAt: Number(executableAt), expiresAt: Number(expiresAt) };
      return [{ hash: callHash, data, by, payout: announcedPayout(data), ...times }];
    }),
  );
  return announced.flat();
}

/** Who may make each call, anyone if no role is named, and whether it has to be announced first. */
export type Powers = Record<CallName, { roles: readonly ChainRole[]; announced: boolean }>;

/** The contract's table of powers, which never changes. */
export async function readPowers(chain: DeployedChain, contract: string): Promise<Powers> {
  const client = publicClient(chain);
  const powerOf = { abi, address: contract as Address, functionName: 'powerOf' } as const;
  const powers = {} as Powers;
  await Promise.all(
    (Object.keys(CALLS) as CallName[]).map(async (name) => {
      const selector = toFunctionSelector(getAbiItem({ abi, name }));
      const [roles, announced] = await readContract(client, { ...powerOf, args: [selector] });
      powers[name] = { roles: rolesIn(roles), announced };
    }),
  );
  return powers;
}

/**
 * Everything the contract screen shows, as of one block, straight from the chain's node. Times are seconds since 1970 and
 * delays seconds; amounts are base units and dollars whole. Null: a revoked role, no recovery address, payouts not
 * halted.
 */
export async function readContractState(chain: DeployedChain, contract: string) {
  const client = publicClient(chain);
  const address = contract as Address;
  const head = await getBlock(client);
  const headTime = Number(head.timestamp);
  const time = Math.max(headTime, Math.floor(Date.now() / 1000));
  const at = { abi, address, blockNumber: head.number } as const;
  const delays = await readContract(client, { ...at, functionName: 'delays' });
  const since = headTime - oldest(delays);
  const [holders, recovery, paused, haltedUntil, listed, announced] = await Promise.all([
    Promise.all(
      CHAIN_ROLES.map((_, role) => readContract(client, { ...at, functionName: 'roleHolder', args: [role] })),
    ),
    readContract(client, { ...at, functionName: 'recovery' }),
    readContract(client, { ...at, functionName: 'paused' }),
    readContract(client, { ...at, functionName: 'haltedUntil' }),
    readContract(client, { ...at, functionName: 'currencies' }),
    announcedOf(client, chain, address, { since, time: headTime, head: head.number }),
  ]);
  const currencies = await Promise.all(
    listed.map(async (currency) => {
      const { token, allowance, allowanceLeft } = currency;
      const native = token === zeroAddress;
      const of = { abi: erc20Abi, address: token } as const;
      const [balance, freeCapital, facts] = await Promise.all([
        native
          ? getBalance(client, { address })
          : readContract(client, { ...of, functionName: 'balanceOf', args: [address] }),
        readContract(client, { ...at, functionName: 'freeCapital', args: [token] }),
        currencyAt(chain, token) ?? readToken(chain.chain_id, token),
      ]);
      const { symbol, decimals } = facts;
      // An older contract sells nothing, and the API offers only what the site lists.
      const isOffered =
        currency.accepted && chain.contract === contract && currencyAt(chain, token) !== undefined;
      return { ...currency, symbol, decimals, balance, freeCapital, allowance, allowanceLeft, isOffered };
    }),
  );
  const added = await Promise.all(
    announced.flatMap(({ data }) => {
      const token = addedToken(data);
      return token === null ? [] : [readToken(chain.chain_id, token).catch(() => null)];
    }),
  );
  const tokens: TokenFacts[] = [...currencies, ...added.flatMap((one) => one ?? [])];
  const orNull = (holder: string) => (holder === zeroAddress ? null : holder);
  return {
    chain,
    contract,
    block: Number(head.number),
    time,
    roles: CHAIN_ROLES.map((role, index) => ({ role, holder: orNull(holders[index] as Hex) })),
    recovery: recovery === zeroAddress ? null : recovery,
    delays,
    paused,
    haltedUntil: Number(haltedUntil) > headTime ? Number(haltedUntil) : null,
    currencies,
    announced: announced.map((one) => ({
      ...one,
      what: describeCall(one.data, chain, tokens),
      veto: prepareCall(chain, contract, { name: 'veto', args: { data: one.data } }),
      execute: {
        kind: 'evm',
        chain_id: chain.chain_id,
        to: contract,
        data: one.data,
        value: '0',
      } as PreparedCall,
    })),
  };
}

export type ChainState = Awaited<ReturnType<typeof readContractState>>;
export type PoolCurrency = ChainState['currencies'][number];
