// Rotating each key, without losing a session or data.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { erc20Abi } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { CHAIN_ID, rpc } from '../lib/chain.mjs';
import { rotate } from '../lib/details-keys.mjs';
import { forgetHead } from './data.mjs';
import { Customer, Desk, term } from './people.mjs';
import { eventually } from './world.mjs';

const newKey = () => `0x${randomBytes(32).toString('hex')}`;
const newSecret = () => randomBytes(32).toString('base64url');
const withoutFormer = ({ FORMER_SESSION_SECRET: _, ...secrets }) => secrets;

/** A demo customer with tokens, who gives a new customer some. */
const PURSE = 5;

const sessionSecret = {
  title: 'Rotate the session secret',
  when: 'Regularly, or at once if it leaked (then leave out `FORMER_SESSION_SECRET`: everyone signs in again).',
  steps: [
    {
      do: 'Set the present value as `FORMER_SESSION_SECRET` and a new one as `SESSION_SECRET`.',
      shows:
        'Customers and administrators stay signed in, and who signs in now gets a token of the new secret.',
      walk: async (here) => {
        const { world } = here;
        here.customer = await Customer.arrive(world);
        here.desk = await Desk.signIn(world);
        await world.restart((secrets) => ({
          ...secrets,
          FORMER_SESSION_SECRET: secrets.SESSION_SECRET,
          SESSION_SECRET: newSecret(),
        }));
        assert.equal((await here.customer.call('GET', '/profile')).status, 200);
        assert.equal((await here.desk.call('GET', '/auth/profile')).status, 200);
        here.later = await Customer.arrive(world);
      },
    },
    {
      do: 'After 24 hours, the longest that a session lives, delete `FORMER_SESSION_SECRET`.',
      shows: 'Tokens of the former secret answer 401, and those of the new one still work.',
      walk: async ({ world, customer, desk, later }) => {
        await world.restart(withoutFormer);
        assert.equal((await customer.call('GET', '/profile')).status, 401);
        assert.equal((await desk.call('GET', '/auth/profile')).status, 401);
        assert.equal((await later.call('GET', '/profile')).status, 200);
      },
    },
  ],
};

const detailsKeysRotation = {
  title: 'Rotate the details keys',
  when: 'Regularly, or if one leaked.',
  steps: [
    {
      do: 'Add a key to the ring of `DETAILS_KEYS` and make it `current`; keep the others.',
      shows: "What was encrypted before is still read: a policy's nickname and the proof of its details.",
      walk: async (here) => {
        const { world } = here;
        here.customer = await Customer.arrive(world);
        here.policy = await here.customer.buy();
        const nickname = { nickname: 'The house by the sea' };
        await here.customer.ask('PATCH', `/insurance/policy/${here.policy.id}/nickname`, nickname);
        here.readsAll = async () => {
          const policy = await here.customer.ask('GET', `/insurance/policy/${here.policy.id}`);
          assert.equal(policy.nickname, nickname.nickname);
          const proof = await here.customer.ask('GET', `/insurance/policy/${here.policy.id}/proof`);
          assert.ok(JSON.stringify(proof).includes('salt'));
        };
        await here.readsAll();
        await world.restart((secrets) => {
          const ring = JSON.parse(secrets.DETAILS_KEYS);
          here.former = ring.current;
          const current = String(Number(ring.current) + 1);
          const keys = { ...ring.keys, [current]: randomBytes(32).toString('base64') };
          return { ...secrets, DETAILS_KEYS: JSON.stringify({ current, keys }) };
        });
        await here.readsAll();
      },
    },
    {
      do: 'Run `npm run admin -- details-keys rotate`; it asks for the ring, or takes it from `MOORING_DETAILS_KEYS`.',
      shows: 'It says how many values are encrypted with the new key now. Interrupted, it is run again.',
      walk: async (here) => {
        const { world } = here;
        here.rotate = () => rotate(world.secrets.DETAILS_KEYS, { folder: `${world.stateDir}/d1` });
        assert.match((await here.rotate()).join(), /^\d+ values are encrypted with key 2 now\.$/);
        await here.readsAll();
      },
    },
    {
      do: 'A day later, when no worker with the former ring is left, run it again. Once it says that everything was encrypted already, remove the former key from the ring.',
      shows: 'Everything is read with the new key alone.',
      walk: async ({ world, former, readsAll, rotate: again }) => {
        assert.deepEqual(await again(), ['Everything was encrypted with key 2 already.']);
        await world.restart((secrets) => {
          const { current, keys } = JSON.parse(secrets.DETAILS_KEYS);
          const { [former]: _, ...rest } = keys;
          return { ...secrets, DETAILS_KEYS: JSON.stringify({ current, keys: rest }) };
        });
        await readsAll();
      },
    },
  ],
};

const quoteSigner = {
  title: 'Rotate the quote signer',
  when: 'Regularly, or at once if its key leaked.',
  steps: [
    {
      do: "Have the contract's underwriter call `replaceSigner(…)` with the new key's address.",
      shows:
        'Quotes are refused with 503. An unpaid quote of the former signer can no longer be bought, and no policy changes.',
      walk: async (here) => {
        const { world } = here;
        here.customer = await Customer.arrive(world);
        here.policy = await here.customer.buy();
        here.unpaid = await here.customer.quoted(term(200));
        here.key = newKey();
        await world.as('underwriter', 'replaceSigner', [privateKeyToAddress(here.key)]);
        await eventually('a refusal of quotes', async () => (await here.customer.quote()).status === 503);
        await assert.rejects(here.customer.pay(here.unpaid));
        const [policy] = await here.customer.policies();
        assert.deepEqual([policy.id, policy.status], [here.policy.id, 'active']);
      },
    },
    {
      do: 'Set the new `QUOTE_SIGNER_KEY`. It may also be set first: quotes are refused between the two steps either way.',
      shows: 'A new quote is made and bought.',
      walk: async ({ world, customer, key }) => {
        world.recordRole('signer', privateKeyToAddress(key));
        await world.restart((secrets) => ({ ...secrets, QUOTE_SIGNER_KEY: key }));
        const policy = await customer.buy(term(100));
        assert.equal(policy.status, 'active');
      },
    },
  ],
};

/** A quote in USDC with the holder's authorization, handed to the relay. */
async function relayed(world, customer) {
  const { address } = world.record.tokens.USDC;
  const purse = world.account(PURSE);
  const transfer = {
    address,
    abi: erc20Abi,
    functionName: 'transfer',
    args: [customer.account.address, 10n ** 9n],
  };
  await world.chain.write(purse, transfer);
  const quote = await eventually('a quote that the relay takes', async () => {
    const { status, data } = await customer.quote({ ...term(30), payment_currency: 'USDC' });
    return status === 200 && data.authorization?.relay && data;
  });
  const signature = await customer.account.signTypedData(quote.authorization.typed_data);
  return { quote, signature };
}

const hasPolicy = (customer) =>
  eventually('the relayed policy', async () => (await customer.policies())[0]?.status === 'active');

const relayRow = (world, quote) =>
  world.rows(
    'SELECT state, sender FROM relayed_purchases WHERE quote_id = ? ORDER BY id DESC',
    quote.quote_id,
  )[0];

const relayKey = {
  title: 'Rotate the relay key',
  when: 'If it leaked, or to move to a new account. An account that is only short of coins is topped up by a transfer to the address that *Contract* at the desk names.',
  steps: [
    {
      do: 'Fund the new account with what you would lose if its key leaked.',
      shows: 'It has coins and no role.',
      walk: async (here) => {
        const { world } = here;
        here.key = newKey();
        here.address = privateKeyToAddress(here.key);
        await world.chain.send(world.account(0), { to: here.address, value: 10n ** 20n });
        assert.equal(await world.chain.reader.getBalance({ address: here.address }), 10n ** 20n);
      },
    },
    {
      do: 'Set the new key in `RELAY_KEYS`, even while a purchase of the former one waits for its block.',
      shows: 'That purchase is still sent as it was signed: its policy becomes active.',
      walk: async (here) => {
        const { world } = here;
        const customer = await Customer.arrive(world);
        const { quote, signature } = await relayed(world, customer);
        await rpc(world.chain.rpcUrl, 'evm_setAutomine', [false]);
        const sent = await customer.call('POST', `/insurance/quotes/${quote.quote_id}/relay`, { signature });
        assert.equal(sent.status, 202, sent.message);
        assert.equal(relayRow(world, quote).state, 'open');
        // The chain forgets what is not mined, as a node that restarts does.
        await world.restart((secrets) => ({
          ...secrets,
          RELAY_KEYS: JSON.stringify({ [CHAIN_ID]: here.key }),
        }));
        await hasPolicy(customer);
        await eventually('the end of the row', async () => relayRow(world, quote).state === 'bought');
      },
    },
    {
      do: 'Wait until no row of `relayed_purchases` of the former account is open, then take its coins away.',
      shows: 'The next purchase is sent by the new account.',
      walk: async ({ world, address }) => {
        const customer = await Customer.arrive(world);
        const { quote, signature } = await relayed(world, customer);
        const sent = await customer.call('POST', `/insurance/quotes/${quote.quote_id}/relay`, { signature });
        assert.equal(sent.status, 202, sent.message);
        await hasPolicy(customer);
        assert.equal(relayRow(world, quote).sender.toLowerCase(), address.toLowerCase());
        const open = world.rows(
          "SELECT count(*) AS n FROM relayed_purchases WHERE state = 'open' AND sender <> ?",
          address,
        );
        assert.equal(open[0].n, 0);
      },
    },
  ],
};

const auditLogSecret = {
  title: 'Replace the audit log secret',
  when: 'Only if it leaked: a new one fits no old seal.',
  steps: [
    {
      do: 'Keep the head that `GET /api/audit-log/head` answers, and check the log (`GET /api/admin/audit-log/check`).',
      shows: 'The check names no fault: from here on the lines are known to be right.',
      walk: async (here) => {
        const desk = await Desk.signIn(here.world);
        here.check = () => desk.ask('GET', '/audit-log/check');
        await eventually('a sealed log', async () => {
          here.head = await here.world.ask('GET', '/audit-log/head');
          return here.head.number > 0 && (await here.check()).faults.length === 0;
        });
      },
    },
    {
      do: 'Set the new `AUDIT_LOG_SECRET`.',
      shows: 'The check names the old seals, because the new secret made none of them.',
      walk: async ({ world, check }) => {
        await world.restart((secrets) => ({ ...secrets, AUDIT_LOG_SECRET: newSecret() }));
        assert.ok((await check()).faults.some(({ kind }) => kind === 'tampered'));
      },
    },
    {
      do: 'Delete the old seals (`DELETE FROM audit_log_seals`) and the newest head that the bucket keeps (`npx wrangler r2 object delete mooring-files/audit-log/latest`).',
      shows:
        'The scheduled run seals every line again from the first. No line is lost, and only the heads that were kept before show as `unknown_head`.',
      walk: async ({ world, check, head }) => {
        const lines = world.rows('SELECT count(*) AS n FROM audit_log')[0].n;
        world.database((database) => database.exec('DELETE FROM audit_log_seals'));
        await forgetHead(world);
        await eventually('new seals', async () => {
          const now = await world.ask('GET', '/audit-log/head');
          return now.number >= head.number && now.seal !== head.seal;
        });
        const kinds = new Set((await check()).faults.map(({ kind }) => kind));
        assert.deepEqual(
          [...kinds].filter((kind) => kind !== 'unknown_head'),
          [],
        );
        assert.ok(world.rows('SELECT count(*) AS n FROM audit_log')[0].n >= lines);
      },
    },
  ],
};

export const KEYS = {
  'session-secret': sessionSecret,
  'details-keys': detailsKeysRotation,
  'quote-signer': quoteSigner,
  'relay-key': relayKey,
  'audit-log-secret': auditLogSecret,
};
