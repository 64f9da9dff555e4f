import { type AuditEvent, describeEvent, type Money, roleName } from '#domain/audit/events.ts';
import type { Standing, Waiting } from '#domain/audit/standing.ts';
import { formatUsMoment } from '#domain/days.ts';
import { formatAmount } from '#domain/money.ts';
import { NATIVE_TOKEN } from '#domain/quote/typed-data.ts';
import type { Chain } from '#worker/platform/chain/chain.ts';
import { type Ctx, chainName, isoOf, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { CHAIN_NOTICES, type ChainEventRow, type ChainNotice } from '#worker/platform/db/registry-schema.ts';
import { isCustomer } from '#worker/settlement/exceptions/repository.ts';
import { eventKeyOf } from '#worker/settlement/ledger/repository.ts';
import { tell } from '#worker/told/tell.ts';
import { type Due as DueRow, dueNotices, guardNotices, setNotice } from './repository.ts';
import { auditEventOf, readStanding } from './standing.ts';

/** Events in one letter. A flood of announcements takes several runs, and a letter for each of them. */
const AT_ONCE = 20;
/**
 * How long before it can be done people are reminded of what was announced, in seconds: a day in which the signers of a
 * multisig are found. Of less than two days, half.
 */
const REMIND_BEFORE = 86_400;
const NOBODY = `0x${'0'.repeat(40)}`;

interface Due {
  row: DueRow;
  event: AuditEvent;
}

/**
 * Tells guardian and administrators what our contracts report: each announcement, veto and change once it is
 * confirmed, again before something announced can be done, and when a reorganization reverses it. A veto, an
 * execution or a lapse ends the reminder. An interrupted run repeats nothing.
 */
export async function watchContracts(ctx: Ctx): Promise<void> {
  const ids = ctx.chains.map(({ id }) => id);
  const due = await dueNotices(ctx.db, ids, nowIso(ctx), AT_ONCE);
  for (const chain of ctx.chains) {
    const rows = due.filter(({ chain_id }) => chain_id === chain.id);
    if (rows.length > 0) await watchChain(ctx, chain, rows);
  }
}

async function watchChain(ctx: Ctx, chain: Chain, rows: readonly DueRow[]): Promise<void> {
  const standing = await readStanding(ctx, chain);
  const due = rows.flatMap((row): Due[] => {
    const event = auditEventOf(row);
    return event ? [{ row, event }] : [];
  });
  for (const notice of CHAIN_NOTICES) {
    const some = due.filter(({ row }) => row.notice === notice);
    if (some.length > 0) await tellDue(ctx, chain, standing, notice, some);
  }
}

async function tellDue(ctx: Ctx, chain: Chain, standing: Standing, notice: ChainNotice, due: readonly Due[]) {
  const time = Math.floor(ctx.clock() / 1000);
  const waiting = standing.waiting(time);
  const waitingOf = ({ event }: Due) =>
    waiting.find(({ txHash, logIndex }) => txHash === event.txHash && logIndex === event.logIndex) ?? null;
  const news = due.filter((each) => {
    if (notice === 'soon') return waitingOf(each) !== null;
    return notice === 'reversed' || !isDeployment(standing, each.event);
  });
  const money = moneyOf(chain);
  const items = news.map((each): Item => {
    const waits = waitingOf(each);
    const said = describeEvent(each.event, money, standing.callOf(each.event));
    return { ...each, text: notice === 'soon' && waits ? soonText(waits) : said, waits };
  });
  const holders = guardians(standing, due);
  const told = items.length === 0 ? [] : await tellAll(ctx, chain, notice, items, holders);
  const done = await commit(
    ctx,
    [
      guardNotices(
        ctx.db,
        due.map(({ row }) => row),
      ),
      ...due.map((each) => next(ctx, each.row, notice === 'happened' ? waitingOf(each) : null, time)),
      ...told,
    ],
    () => false,
  );
  if (done && items.length > 0) {
    ctx.log.warn('contract_notice', { chain: chain.id, notice, events: items.length });
  }
}

/** Statement for what people are told of an event next: the reminder of what waits, or nothing. */
function next(ctx: Ctx, row: DueRow, waits: Waiting | null, time: number): Statement {
  const nothing = { notice: null, notice_at: null };
  if (waits === null || waits.from === null) return setNotice(ctx.db, row, nothing);
  const announced = Date.parse(row.block_time) / 1000;
  const at = waits.from - Math.min(REMIND_BEFORE, (waits.from - announced) / 2);
  return setNotice(ctx.db, row, at > time ? { notice: 'soon', notice_at: isoOf(at) } : nothing);
}

function soonText({ what, from, until }: Waiting): string {
  const at = (seconds: number) => formatUsMoment(seconds * 1000);
  const times = `${from === null ? '' : ` from ${at(from)}`}${until === null ? '' : ` to ${at(until)}`}`;
  return `${what.replace(/\.$/, '')}: possible${times}.`;
}

/** Whoever deployed a contract knows what its constructor says. */
const isDeployment = (standing: Standing, { contract, txHash }: AuditEvent) =>
  standing.deployedIn(contract) === txHash;

/** Guardian and administrator of the contracts that these events are about, and whoever they were before. */
function guardians(standing: Standing, due: readonly Due[]): string[] {
  const roles = ['guardian', 'administrator'] as const;
  const found = due.flatMap(({ event: { contract, chainId, name, args } }) => {
    const now = roles.map((role) => standing.roles.get(`${chainId}:${contract}:${role}`)?.holder ?? null);
    const isOurs = name === 'RoleChanged' && roles.some((role) => role === roleName(args.role));
    return isOurs ? [...now, String(args.previous)] : now;
  });
  return [...new Set(found.flatMap((holder) => (holder === null || holder === NOBODY ? [] : [holder])))];
}

const moneyOf =
  ({ currencies }: Chain): Money =>
  (token, amount) => {
    const known = currencies.find((each) => (each.token ?? NATIVE_TOKEN) === token);
    return known
      ? formatAmount(amount, known.decimals, known.symbol)
      : `${amount.toLocaleString('en-US')} base units of ${token}`;
  };

/** An event with what is said of it, and what it started if that still waits. */
interface Item {
  row: ChainEventRow;
  event: AuditEvent;
  text: string;
  waits: Waiting | null;
}

/** Statements that tell everyone, for the batch that notes it. A wallet gets messages once it has signed in. */
async function tellAll(
  ctx: Ctx,
  chain: Chain,
  notice: ChainNotice,
  items: readonly Item[],
  holders: readonly string[],
): Promise<Statement[]> {
  // The same event in another block is other news.
  const keyOf = ({ row }: Item) => `${eventKeyOf(row)}:${row.block_hash}:${notice}`;
  const [first] = items;
  if (!first) return [];
  const network = chainName(ctx, chain.id);
  const told = { notice, network, lines: items.map(({ text }) => text) };
  const key = keyOf(first);
  const messages = holders.map(async (wallet) => {
    const events = items.flatMap((item) =>
      tell(
        ctx,
        'contract_event',
        { wallet, key: keyOf(item) },
        {
          notice,
          chain_id: item.event.chainId,
          contract: item.event.contract,
          event: item.event.name,
          text: item.text,
          tx_hash: item.event.txHash,
          possible_from: timeOf(item.waits?.from),
          possible_until: timeOf(item.waits?.until),
        },
      ),
    );
    if (!(await isCustomer(ctx.db, wallet))) return events;
    const thread = {
      key: `contract:${chain.id}:${wallet}`,
      wallet,
      type: 'general',
      subject: `The contract on ${network}`,
    } as const;
    return [
      ...tell(ctx, 'contract_notice', { wallet, thread, key: `contract:${wallet}:${key}` }, told),
      ...events,
    ];
  });
  return [
    ...tell(ctx, 'contract_watched', { wallet: null, key }, told),
    ...(await Promise.all(messages)).flat(),
  ];
}

const timeOf = (seconds: number | null | undefined): string | null =>
  seconds === null || seconds === undefined ? null : isoOf(seconds);
