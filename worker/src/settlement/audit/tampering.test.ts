/**
 * The campaign of 56: fifty tampered rows, two lines of the log and four movements of money. Each is caught by the audit,
 * the daily check or the seals, or it is a fact that is stored nowhere else, with the sentence that the page shows about it.
 */
import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { NOT_PROVABLE } from '#domain/audit/report.ts';
import { checkAuditLog } from '#worker/admin/audit-log/check.ts';
import { sealAuditLog } from '#worker/admin/audit-log/seal.ts';
import { checkFigures } from '#worker/admin/figures/check/check.ts';
import { Admin } from '../../../test/admin.ts';
import { auditedText } from '../../../test/audit.ts';
import { deleteOccurrences, unlockJournal } from '../../../test/audit-log.ts';
import { submit } from '../../../test/claims.ts';
import { decide } from '../../../test/decided.ts';
import { awaitingReview, cancelPolicy, deskCtx, insured, paidTwice } from '../../../test/desk.ts';
import { deployFeed } from '../../../test/feed.ts';
import { Customer, rows, scanFromHere, shaky, usual, workerWith } from '../../../test/harness.ts';
import { paidOnChain, paidOutside } from '../../../test/money.ts';
import {
  alice,
  insuredOnPolkadot,
  mooring,
  newAccount,
  PolkadotCustomer,
  polkadotWorker,
  recipient,
  runWithPolkadot,
  scanPolkadotFromHere,
  withSubstrate,
} from '../../../test/polkadot.ts';
import { payOut, refund } from '../../../test/registry.ts';
import { keepDatabase } from '../../../test/restore.ts';
import { send, transfer } from '../../../test/substrate.ts';
import { CASES } from '../../../test/tampered.ts';

let hedy: Admin;
let grace: Admin;
let kept: Awaited<ReturnType<typeof keepDatabase>>;
/** What the audit names before anything is tampered with: the payment that bought no policy. */
let honest: string[];

const reach = polkadotWorker();
const audit = () => auditedText(reach);
const run = async (...statements: string[]) => {
  for (const statement of statements) await env.DB.prepare(statement).run();
};

/** A policy sold at the answer of a price feed. */
async function soldByFeed(): Promise<string> {
  const feed = await deployFeed({});
  const currencies = usual.currencies.map((each) => ({ ...each, feed: each.symbol === 'ETH' ? feed : null }));
  const CHAINS = JSON.stringify([{ ...usual, currencies }, shaky]);
  const fed = workerWith({}, { RATE_SOURCE: 'chainlink', CHAINS } as Partial<Env>);
  const customer = await Customer.arrive();
  const quote = (await customer.quote({}, fed)).data;
  await customer.report(await customer.pay(quote));
  return quote.quote_id;
}

/** Names of rows for the statements below, filled in once the world stands. */
const ids: Record<string, string | number> = {};

beforeAll(async () => {
  [hedy, grace] = await Promise.all([Admin.arrive('Hedy Lamarr'), Admin.arrive('Grace Hopper')]);
  await scanFromHere();
  await scanPolkadotFromHere();
  const paid = await insured();
  await paidOnChain(hedy, paid);
  const back = await insured({ payment_currency: 'USDC' });
  await cancelPolicy(back.customer, back.policy.id);
  await refund(back.policy.id);
  const { pay } = await paidOutside(hedy);
  for (const admin of [hedy, grace]) await pay(admin);
  const open = await insured();
  const { data: claim } = await submit(open.customer, open.policy, { claim_amount: 9000 });
  await decide(hedy, claim.id, 'under_review');
  const plain = await insured();
  const waiting = await awaitingReview();
  const fed = await soldByFeed();
  const there = await insuredOnPolkadot();
  await paidTwice();
  await runWithPolkadot();
  await runWithPolkadot();
  while (!(await checkFigures(deskCtx())));
  await rows('DELETE FROM rollup_checks');
  await sealAuditLog(deskCtx());
  const [claims, exception] = [
    await rows<{ id: number; policy_id: number }>(
      "SELECT id, policy_id FROM claims WHERE status = 'paid' ORDER BY id",
    ),
    await rows<{ id: number; event_id: number }>('SELECT id, event_id FROM payment_exceptions'),
  ];
  Object.assign(ids, {
    paid: paid.policy.id,
    back: back.policy.id,
    plain: plain.policy.id,
    waiting: waiting.policy.id,
    paidQuote: paid.policy.quote_id,
    backQuote: back.policy.quote_id,
    plainQuote: plain.policy.quote_id,
    fed,
    there: there.policy.id,
    openClaim: claim.id,
    paidClaim: claims[0]?.id ?? 0,
    bankClaim: claims[1]?.id ?? 0,
    exception: exception[0]?.id ?? 0,
    owedEvent: exception[0]?.event_id ?? 0,
  });
  honest = await audit();
  await unlockJournal();
  kept = await keepDatabase();
});

afterEach(() => kept.restore());

/** A statement with the rows' names in braces. */
const filled = (statement: string) =>
  statement.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (!(name in ids)) throw new Error(`Nothing is called ${name}`);
    return String(ids[name]);
  });

test('the campaign has fifty rows, and nothing but a payer is owed before them', () => {
  expect(CASES).toHaveLength(50);
  expect(new Set(CASES.map(({ what }) => what)).size).toBe(50);
  expect(honest).toHaveLength(1);
  expect(honest[0]).toMatch(/^owed: Premium of /);
});

describe('tampered with by hand, the books name it', () => {
  test.each(CASES)('$what', async ({ sql, found, by, page, still }) => {
    await run(...sql.map(filled));
    if (by === 'run') await runWithPolkadot();
    if (by === 'check') while (!(await checkFigures(deskCtx({}, withSubstrate()))));
    const lines = await audit();
    const more = lines.filter((line) => !honest.includes(line)).join('\n');
    if (found) expect(more).toMatch(found);
    if (still) expect(lines.join('\n')).toMatch(still);
    if (page === undefined) return;
    expect(more).toBe('');
    expect(NOT_PROVABLE).toContain(page);
  });
});

describe('two lines of the sealed log', () => {
  const faults = async () =>
    (await checkAuditLog(deskCtx(), {})).faults.map(({ kind, detail }) => `${kind}: ${detail}`);

  test('one that is altered is named', async () => {
    expect(await faults()).toEqual([]);
    await run(`UPDATE occurrence_data SET data = '{"payout_usd":1}' WHERE id = 2`);
    expect(await faults()).toEqual(['tampered: Line 2 differs from what was sealed.']);
  });

  test('one that is removed is named', async () => {
    await deleteOccurrences('id = 2');
    expect(await faults()).toEqual(['missing: Line 2 was sealed and has since been deleted.']);
  });
});

describe('four movements of money', () => {
  test('a payout of the claims key alone, for no claim, is named', async () => {
    const [policy] = await rows<{ id: number; cover_from: string }>(
      'SELECT * FROM policies WHERE id = ?',
      ids.plain,
    );
    if (!policy) throw new Error('The policy is not there');
    await payOut(policy, 40_000);
    await runWithPolkadot();
    expect((await audit()).join('\n')).toMatch(
      /unclaimed: \$40,000 paid out on policy .* none of our claims was paid by it/,
    );
  });

  test('transfers of the Polkadot account to a stranger are named', async () => {
    const stranger = await newAccount(10n);
    for (const amount of [1n, 2n, 3n]) await send(mooring, transfer(stranger, amount * 10n ** 12n));
    await runWithPolkadot();
    const named = (await audit()).filter((line) => line.includes('This money left our account'));
    expect(named).toHaveLength(3);
  });

  test('a payment to the Polkadot account without a remark is owed to its payer', async () => {
    const payer = await PolkadotCustomer.arrive(alice);
    const quote = (await payer.quote()).data;
    await send(alice, transfer(recipient, BigInt(quote.amount)));
    await runWithPolkadot();
    expect((await audit()).filter((line) => !honest.includes(line)).join('\n')).toMatch(
      /owed back to the payer/,
    );
  });

  test('one bank reference does not pay two claims', async () => {
    const { pay } = await paidOutside(hedy);
    expect((await pay(hedy)).status).toBeGreaterThanOrEqual(409);
    expect(await rows("SELECT 1 FROM transfers WHERE reference = '4711'")).toHaveLength(1);
  });
});
