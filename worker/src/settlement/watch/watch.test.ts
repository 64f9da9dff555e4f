/** Whoever guards and administers a contract is told what it reports, on the chain that may run ahead of the clock. */
import { env } from 'cloudflare:workers';
import { encodeFunctionData, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { beforeEach, describe, expect, test } from 'vitest';
import { insurancePaymentAbi as abi } from '#domain/abi/insurance-payment.ts';
import { EFFECTS } from '#worker/settlement/effects/effects.ts';
import { proofOf, record } from '#worker/settlement/ledger/record.ts';
import { Admin } from '../../../test/admin.ts';
import { ADMIN, deskCtx, GUARDIAN, raced, sendReady } from '../../../test/desk.ts';
import {
  localAccount,
  rows,
  runSchedule,
  scanFromHere,
  shaky,
  shakyChain,
  signIn,
} from '../../../test/harness.ts';
import { Postbox } from '../../../test/postbox.ts';
import { revertTo } from '../../../test/registry.ts';
import { watchContracts } from './watch.ts';

const DEPLOYED = shaky.start_block;
const GUARDIAN_EMAIL = 'guardian@multisig.example';
const guarded = { GUARDIAN_EMAIL } as unknown as Partial<Env>;
/** The one chain, from where `scanFromHere` set its start. */
const variables = (): Partial<Env> => ({ ...guarded, CHAINS: JSON.stringify([shaky]) });
/** Seconds that an announced call waits on the local chains. */
const DELAY = 60;

const data = (functionName: string, args: readonly unknown[] = []) =>
  encodeFunctionData({ abi, functionName, args } as never) as Hex;
const grant = (holder: Hex) => data('grantRole', [4, holder]);
const send = (account: typeof ADMIN, call: Hex) =>
  sendReady({ to: shaky.contract, data: call }, account, shakyChain);
const announce = (call: Hex) => send(ADMIN, data('announce', [call]));

/** Runs the jobs at a time in seconds since 1970: the chain's own unless another is named. */
async function watch(at?: number) {
  const time = at ?? Number((await shakyChain.getBlock()).timestamp);
  const edges = { clock: () => time * 1000 };
  await runSchedule(edges, variables(), ['scan', 'confirm', 'watch contracts']);
}
/** The same once everything sent has its 3 confirmations. */
async function confirm() {
  await shakyChain.mine({ blocks: 2 });
  await watch();
}

interface Told {
  target: string;
  notice: string;
  lines: string[];
}
const told = async (): Promise<Told[]> =>
  (
    await rows<{ target: string; body: string }>(
      "SELECT target, body FROM outbox WHERE kind = 'contract_watched' ORDER BY rowid",
    )
  ).map(({ target, body }) => {
    const [first, ...lines] = (JSON.parse(body).letter.parts as { kind: string; text: string }[]).filter(
      ({ kind }) => kind === 'text',
    );
    const notice = first?.text.startsWith('The contract on')
      ? 'happened'
      : first?.text.startsWith('This was announced')
        ? 'soon'
        : 'reversed';
    const said = lines.map(({ text }) => text).filter((text) => !text.startsWith('The guardian can veto'));
    return { target, notice, lines: said };
  });
const toGuardian = async () => (await told()).filter(({ target }) => target === GUARDIAN_EMAIL);
/** When a call that the newest block announced can be executed. */
const executableAt = async () => Number((await shakyChain.getBlock()).timestamp) + DELAY;

async function executeAt(time: number, call: Hex) {
  await shakyChain.setNextBlockTimestamp({ timestamp: BigInt(time) });
  await send(ADMIN, call);
}
/** An account that no other call names. */
const somebody = () => privateKeyToAddress(generatePrivateKey());

beforeEach(async () => {
  await env.DB.batch(
    ['outbox', 'chain_events', 'contract_notices', 'admins', 'thread_messages', 'threads'].map((table) =>
      env.DB.prepare(`DELETE FROM ${table}`),
    ),
  );
  // What is announced in the second of a vetoAll is void.
  await shakyChain.increaseTime({ seconds: 1 });
  await shakyChain.mine({ blocks: 1 });
  await scanFromHere();
});

describe('what guardian and administrators are told', () => {
  test('an announcement is written once to each administrator and the guardian, and to nobody else', async () => {
    const [ada, grace] = [await Admin.arrive('Ada'), await Admin.arrive('Grace')];
    await Admin.arrive('Clara', 'claims');
    const wants = await Admin.arrive('Vera', 'support');
    await wants.call('/admin/settings/notifications', { method: 'PATCH', body: { veto: true } });
    const holder = somebody();
    await announce(grant(holder));
    await watch();
    expect(await told()).toEqual([]);

    await confirm();
    const letters = await told();
    expect(letters.map(({ target }) => target).sort()).toEqual(
      [ada.email, grace.email, wants.email, GUARDIAN_EMAIL].sort(),
    );
    expect(letters[0]?.notice).toBe('happened');
    expect(letters[0]?.lines).toEqual([
      expect.stringContaining(`announced “Grant the treasurer role to ${holder}”, executable from `),
    ]);
    await watch();
    expect(await told()).toHaveLength(4);
  });

  test('a reminder is written once, half of the delay before the call can be executed', async () => {
    const call = grant(somebody());
    await announce(call);
    const at = await executableAt();
    await confirm();
    await watch(at - DELAY / 2 - 1);
    expect(await toGuardian()).toHaveLength(1);
    await watch(at - DELAY / 2);
    await watch(at - 1);
    const [, reminder, ...more] = await toGuardian();
    expect(reminder?.notice).toBe('soon');
    expect(reminder?.lines[0]).toMatch(
      /^Grant the treasurer role to 0x\w{40}, announced by 0x\w{40}: possible from /,
    );
    expect(more).toEqual([]);
  });

  test.each([
    ['the guardian vetoes it', async (call: Hex) => send(GUARDIAN, data('veto', [call])), /was vetoed by/],
    [
      'the guardian vetoes everything',
      async () => send(GUARDIAN, data('vetoAll')),
      /vetoed every announced call/,
    ],
  ])('no reminder follows once %s', async (_how, end, said) => {
    const call = grant(somebody());
    await announce(call);
    const at = await executableAt();
    await confirm();
    await end(call);
    await confirm();
    await watch(at - 1);
    expect((await toGuardian()).map(({ notice }) => notice)).toEqual(['happened', 'happened']);
    expect((await toGuardian())[1]?.lines[0]).toMatch(said);
  });

  test('an execution is told together with the change that it makes, and ends the reminder', async () => {
    const holder = somebody();
    const call = data('grantRole', [3, holder]);
    const before = await shakyChain.readContract({
      address: shaky.contract as Hex,
      abi,
      functionName: 'roleHolder',
      args: [3],
    });
    await announce(call);
    const at = await executableAt();
    await confirm();
    await executeAt(at, call);
    await confirm();
    await watch(at);
    const letters = await toGuardian();
    expect(letters.map(({ notice }) => notice)).toEqual(['happened', 'happened']);
    expect(letters[1]?.lines).toEqual([
      expect.stringMatching(/^The announced call “Grant the underwriter role to 0x\w{40}” was executed by/),
      expect.stringMatching(/^The underwriter role went to /),
    ]);
    const back = data('grantRole', [3, before]);
    await announce(back);
    await executeAt(await executableAt(), back);
  });

  test('an announcement that lapsed before anybody read it gets no reminder', async () => {
    const call = grant(somebody());
    await announce(call);
    const at = await executableAt();
    await shakyChain.mine({ blocks: 2 });
    await watch(at + 8 * 86_400);
    await watch(at + 8 * 86_400 + 1);
    expect((await toGuardian()).map(({ notice }) => notice)).toEqual(['happened']);
  });

  test('an announcement that a reorganization removes is told as reversed, and again when it returns', async () => {
    const call = grant(somebody());
    const snapshot = await shakyChain.snapshot();
    await announce(call);
    await confirm();
    await revertTo(snapshot, 6);
    for (let run = 0; run < 4; run += 1) await watch();
    expect((await toGuardian()).map(({ notice }) => notice)).toEqual(['happened', 'reversed']);
    const at = await executableAt();
    await watch(at - 1);
    expect(await toGuardian()).toHaveLength(2);
    await announce(call);
    await confirm();
    expect((await toGuardian()).map(({ notice }) => notice)).toEqual(['happened', 'reversed', 'happened']);
  });

  test('two runs at once write one letter', async () => {
    await announce(grant(somebody()));
    await shakyChain.mine({ blocks: 2 });
    const time = Number((await shakyChain.getBlock()).timestamp);
    await runSchedule({ clock: () => time * 1000 }, variables(), ['scan', 'confirm']);
    const ctx = deskCtx({ clock: () => time * 1000 }, guarded);
    await Promise.all([watchContracts(ctx), watchContracts(ctx)]);
    expect(await toGuardian()).toHaveLength(1);
  });

  test('nothing is written of an event that a reorganization removes while the letter is made', async () => {
    await announce(grant(somebody()));
    await shakyChain.mine({ blocks: 2 });
    const time = Number((await shakyChain.getBlock()).timestamp);
    const edges = { clock: () => time * 1000 };
    await runSchedule(edges, variables(), ['scan', 'confirm']);
    await watchContracts(raced(deskCtx(edges, guarded), "UPDATE chain_events SET status = 'orphaned'"));
    expect(await told()).toEqual([]);
  });

  test('the administrator’s wallet gets a message and its webhook a call, and no other wallet does', async () => {
    await signIn(ADMIN, shaky.chain_id);
    const stranger = localAccount(7);
    await signIn(stranger, shaky.chain_id);
    for (const [id, { address }] of Object.entries({ own: ADMIN, other: stranger })) {
      await env.DB.prepare('INSERT INTO webhooks VALUES (?, ?, ?, ?, ?, ?)')
        .bind(
          id,
          address.toLowerCase(),
          'https://hook.example/',
          '["contract.notice"]',
          'sealed',
          '2026-01-01T00:00:00Z',
        )
        .run();
    }
    const holder = somebody();
    const txHash = await announce(grant(holder));
    const at = await executableAt();
    await confirm();
    const calls = await rows<{ target: string; body: string }>(
      "SELECT target, body FROM outbox WHERE kind = 'contract.notice'",
    );
    expect(calls.map(({ target }) => target)).toEqual(['own']);
    expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject({
      type: 'contract.notice',
      data: {
        notice: 'happened',
        chain_id: 31_337,
        contract: shaky.contract.toLowerCase(),
        event: 'CallAnnounced',
        tx_hash: txHash,
        possible_from: new Date(at * 1000).toISOString(),
      },
    });
    const messages = await rows<{ wallet: string; text: string }>(
      'SELECT t.wallet, m.text FROM thread_messages m JOIN threads t ON t.id = m.thread_id',
    );
    expect(messages).toEqual([
      {
        wallet: ADMIN.address.toLowerCase(),
        text: expect.stringContaining(`Grant the treasurer role to ${holder}`),
      },
    ]);
  });

  test('pausing, halting and tightening limits are told', async () => {
    await send(GUARDIAN, data('pause'));
    await send(ADMIN, data('unpause'));
    await confirm();
    const lines = (await toGuardian()).flatMap((letter) => letter.lines);
    expect(lines).toEqual([
      expect.stringMatching(/^Purchases were paused by /),
      expect.stringMatching(/^Purchases were opened again by /),
    ]);
  });

  test('nobody is told what a contract’s constructor reports', async () => {
    const ctx = deskCtx({}, guarded);
    const own = ctx.chains.find(({ id }) => id === String(shaky.chain_id));
    if (!own) throw new Error('No such chain');
    const { events: first } = await own.events(0, DEPLOYED + 20);
    const creation = first.find(({ contract }) => contract === own.contract)?.tx_hash;
    const events = first.filter(({ tx_hash }) => tx_hash === creation);
    expect(events.length).toBeGreaterThan(7);
    await record(ctx, own, EFFECTS, events, proofOf({ confirmed: true }));
    await watchContracts(ctx);
    expect(await told()).toEqual([]);
    expect(await rows('SELECT notice FROM contract_notices WHERE notice IS NOT NULL')).toEqual([]);
  });

  test('the letter says what is announced, what can stop it and where to see it', async () => {
    const ada = await Admin.arrive('Ada');
    const holder = somebody();
    await announce(grant(holder));
    await confirm();
    const box = new Postbox();
    // The chain may be ahead of the clock.
    box.ahead = 30 * 86_400_000;
    await box.schedule();
    await box.deliver();
    const letter = box.sent.find(({ to }) => to === ada.email);
    expect(letter?.text).toContain(`Grant the treasurer role to ${holder}`);
    expect(letter?.text).toContain('The guardian can veto what is announced');
    expect(letter?.text).toContain('/audit');
    expect(letter?.text).toContain('/admin/contract');
  });
});
