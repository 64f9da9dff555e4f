/** Books of what honest people do are no difference to the public audit, at any step of it. */
import type { Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { RegistrySummary } from '#domain/registry/schema.ts';
import { Admin } from '../../../test/admin.ts';
import { audit, differences, forgetSales } from '../../../test/audit.ts';
import { submit } from '../../../test/claims.ts';
import { decide, prepare, report } from '../../../test/decided.ts';
import {
  ADMIN,
  allowanceCall,
  CLAIMS,
  GUARDIAN,
  insured,
  sendReady,
  vetoPayout,
} from '../../../test/desk.ts';
import {
  Customer,
  call,
  readChain,
  readChains,
  rows,
  scanFromHere,
  shaky,
  shakyChain,
  term,
  workerWith,
} from '../../../test/harness.ts';
import { history, refund, revertTo } from '../../../test/registry.ts';
import { withdraw } from '../../../test/withdrawals.ts';

const onShaky = { chain_id: shaky.chain_id };

const send = (data: Hex) => sendReady({ to: shaky.contract, data }, ADMIN, shakyChain);
const pass = async (seconds: number) => {
  await shakyChain.increaseTime({ seconds });
  await shakyChain.mine({ blocks: 1 });
};

let untouched: Hex;
beforeAll(async () => {
  untouched = await shakyChain.snapshot();
  // The chain may be behind the clock, and no honest sale is paid before its quote.
  const { timestamp } = await shakyChain.getBlock();
  const behind = Math.floor(Date.now() / 1000) - Number(timestamp);
  if (behind > 0) await pass(behind);
  await send(await allowanceCall('tightenLimits', 2000));
});
// Puts allowance and clock back as well.
afterAll(() => shakyChain.revert({ id: untouched }));
beforeEach(async () => {
  await forgetSales();
  await scanFromHere();
});

const found = async () => differences(await audit()).map(({ what, explanation }) => `${what} ${explanation}`);

test('a withdrawal is no difference once it is submitted, nor once its premium went back', async () => {
  const { customer, policy } = await insured();
  await insured();
  expect((await withdraw(customer, policy.id)).status).toBe(200);
  await readChain();
  expect(await found()).toEqual([]);
  await refund(policy.id, undefined, 'rejected');
  await readChain();
  expect((await history(policy.id)).at(-1)).toBe('withdrawn withdrawn');
  expect(await found()).toEqual([]);
});

test('an announced payout is no difference while it waits, once it is vetoed, and once it is paid', {
  timeout: 200_000,
}, async () => {
  const hedy = await Admin.arrive('Hedy Lamarr');
  const { customer, policy } = await insured(onShaky, shakyChain);
  // Blocks that are mined at once are a second apart, so the chain may be some seconds ahead of the clock.
  await vi.waitUntil(() => Date.now() > Date.parse(policy.cover_from ?? ''), { timeout: 150_000 });
  const { data: claim } = await submit(customer, policy);
  await decide(hedy, claim.id, 'approved');
  const announce = async () => {
    const { data } = await prepare(hedy, claim.id);
    expect(data.step).toBe('announce');
    await sendReady(data, CLAIMS, shakyChain);
    await shakyChain.mine({ blocks: 3 });
    await readChains();
  };
  await announce();
  expect(await found()).toEqual([]);
  await vetoPayout(GUARDIAN, policy.quote_id);
  await shakyChain.mine({ blocks: 3 });
  await readChains();
  expect(await found()).toEqual([]);
  await decide(hedy, claim.id, 'approved');
  await announce();
  await pass(61);
  const { data } = await prepare(hedy, claim.id);
  expect(data.step).toBe('pay');
  const hash = await sendReady(data, CLAIMS, shakyChain);
  await shakyChain.mine({ blocks: 3 });
  expect((await report(hedy, claim.id, hash)).data.status).toBe('paid');
  await readChains();
  expect(await found()).toEqual([]);
});

test('cover in force leaves out a purchase while a reorganization has it removed, on the landing page and in the capacity', async () => {
  // A new worker has read nothing yet.
  const cover = async () => (await call<RegistrySummary>('/registry/summary', {}, workerWith({}))).data;
  const capacity = async () =>
    (
      await rows<{ usd: number }>(
        "SELECT sum(coverage_usd) usd FROM cover_days WHERE edge = 'ends' AND chain_id = '31337' AND currency = 'ETH'",
      )
    )[0]?.usd ?? 0;
  const seen = async () => {
    const { cover_in_force_usd, policies_in_force } = await cover();
    return [cover_in_force_usd, policies_in_force, await capacity()];
  };
  await insured({ ...onShaky, ...term(90) }, shakyChain);
  await readChains();
  const one = await seen();
  const customer = await Customer.arrive();
  const quote = (await customer.quote({ ...onShaky, ...term(90) })).data;
  const snapshot = await shakyChain.snapshot();
  const pay = async () => {
    await customer.pay(quote, shakyChain);
    await shakyChain.mine({ blocks: 3 });
    await readChains();
  };
  await pay();
  const [usd = 0, policies = 0, sum = 0] = one;
  expect(await seen()).toEqual([usd + 500_000, policies + 1, sum + 500_000]);

  await revertTo(snapshot, 6);
  await readChains();
  await readChains();
  expect(await seen()).toEqual(one);
  expect(await found()).toEqual([]);

  await pay();
  expect(await seen()).toEqual([usd + 500_000, policies + 1, sum + 500_000]);
  expect(await found()).toEqual([]);
});
