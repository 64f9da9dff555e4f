// A server that is killed in the middle of requests, and clients that send them again.
import { expect } from '@playwright/test';
import type { SignedConsent } from '#domain/policy/consent.ts';
import { seededRandom, send, sendAll, shuffled, type Write } from './fixtures/campaign.ts';
import { type Chain, connectChain, newAccount } from './fixtures/chain.ts';
import { Client } from './fixtures/client.ts';
import { openDatabase } from './fixtures/database.ts';
import { OwnStack } from './fixtures/own-stack.ts';
import { test } from './fixtures/test.ts';

/** `npm run test:full` runs the large campaign. */
const LARGE = process.env.KILL_CAMPAIGN === 'large';
const WALLETS = LARGE ? 10 : 1;
/** Writes per kind and wallet. */
const EACH = LARGE ? 10 : 3;
const KILLS = LARGE ? 8 : 1;
const LANES = 6;
/** How long the large campaign waits before it sends every key again, in milliseconds. */
const AGAIN_MS = 60_000;
const SEED = 20_261_121;

test.describe.configure({ timeout: LARGE ? 900_000 : 300_000 });

/** A record is identified by its id, and a cancellation by its time. */
const idOf = (data: unknown) => String((data as { id: number }).id);
const requestedAt = (data: unknown) => (data as { requested_at: string }).requested_at;

async function buy(client: Client, chain: Chain): Promise<number> {
  const quote = await client.quote();
  const { transactionHash } = await client.pay(chain, quote.data.payment);
  const { data } = await client.report(transactionHash);
  return data.id;
}

/** A wallet with a policy to claim on and others to cancel; returns everything that it is going to write. */
async function arrange(stack: OwnStack, chain: Chain, number: number): Promise<Write[]> {
  const client = await new Client(await newAccount(chain), stack.api).signIn();
  const claimed = await buy(client, chain);
  const given: { policy: number; consent: SignedConsent }[] = [];
  for (let index = 0; index < EACH; index += 1) {
    const policy = await buy(client, chain);
    given.push({ policy, consent: await client.consent(policy) });
  }
  const write = (path: string, body: unknown, name: Write['name'], index: number): Write => ({
    client,
    path,
    body,
    name,
    sentAt: null,
    made: null,
    key: `${path}-${number}-${index}`,
  });
  const day = new Date().toISOString().slice(0, 10);
  return given.flatMap(({ policy, consent }, index) => [
    write(
      '/claims/submit',
      {
        policy_id: claimed,
        claim_amount: 100 + index,
        description: `Pipe ${index} of wallet ${number} burst.`,
        incident_date: day,
      },
      idOf,
      index,
    ),
    write(
      '/messages/create',
      { subject: `Roof ${index}`, message: `Question ${index} of ${number}` },
      idOf,
      index,
    ),
    write(`/insurance/policy/${policy}/cancel`, consent, requestedAt, index),
  ]);
}

/** What the database holds at the end, counted without the API. */
function recorded(stack: OwnStack) {
  const database = openDatabase(stack.stateDir);
  const count = (sql: string) => Number(database.prepare(sql).get()?.n);
  try {
    return {
      claims: count('SELECT count(*) AS n FROM claims'),
      distinctClaims: count('SELECT count(DISTINCT description) AS n FROM claims'),
      submitted: count("SELECT count(*) AS n FROM claim_timeline WHERE kind = 'submitted'"),
      messages: count("SELECT count(*) AS n FROM thread_messages WHERE text LIKE 'Question %'"),
      distinctMessages: count(
        "SELECT count(DISTINCT text) AS n FROM thread_messages WHERE text LIKE 'Question %'",
      ),
      threads: count("SELECT count(*) AS n FROM threads WHERE subject LIKE 'Roof %'"),
      cancellations: count('SELECT count(*) AS n FROM endings'),
      requested: count("SELECT count(*) AS n FROM policy_history WHERE kind = 'cancellation_requested'"),
    };
  } finally {
    database.close();
  }
}

// No lower test kills the process itself. Of every change, the fault campaign stops the worker between any two writes.
test('each claim, message and cancellation is written once, however often the server is killed', {
  tag: '@full',
}, async () => {
  const random = seededRandom(SEED);
  const stack = await OwnStack.create();
  try {
    expect(await stack.start({}, '--empty'), stack.output).toBeNull();
    const chain = connectChain(stack.rpc);
    const wallets: Write[][] = [];
    for (let number = 0; number < WALLETS; number += 1) wallets.push(await arrange(stack, chain, number));
    const writes = shuffled(wallets.flat(), random);
    const batch = Math.ceil(writes.length / KILLS);

    for (let kill = 0; kill < KILLS; kill += 1) {
      const lot = writes.slice(kill * batch, (kill + 1) * batch);
      let dead = false;
      let left = Math.max(1, Math.floor(random() * lot.length * 0.8));
      let reach = () => {};
      const enough = new Promise<void>((resolve) => {
        reach = resolve;
      });
      const returned = () => {
        left -= 1;
        if (left === 0) reach();
      };
      const sending = sendAll(lot, LANES, { stopped: () => dead, returned });
      // In the middle of the lot, with requests in flight.
      await enough;
      await stack.stop('everything');
      dead = true;
      await sending;
      expect(await stack.start({}, '--empty'), stack.output).toBeNull();
    }
    // A client without a response sends the same request until it gets one.
    await expect(async () => {
      const open = writes.filter(({ made }) => made === null);
      await sendAll(open, LANES);
      expect(open.filter(({ made }) => made === null)).toEqual([]);
    }).toPass({ timeout: 120_000, intervals: [1_000] });

    const expected = WALLETS * EACH;
    const all = {
      claims: expected,
      distinctClaims: expected,
      submitted: expected,
      messages: expected,
      distinctMessages: expected,
      threads: expected,
      cancellations: expected,
      requested: expected,
    };
    expect(recorded(stack)).toEqual(all);

    if (LARGE) {
      await expect
        .poll(() => writes.every(({ sentAt }) => sentAt !== null && Date.now() - sentAt > AGAIN_MS), {
          timeout: 2 * AGAIN_MS,
        })
        .toBe(true);
    }
    for (const write of writes) expect(await send(write), write.key).toBe('answered');
    expect(recorded(stack)).toEqual(all);
  } finally {
    await stack.dispose();
  }
});
