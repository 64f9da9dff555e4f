// Rotating what the worker reaches others with: its push keys, and the addresses of the chains' nodes.
import assert from 'node:assert/strict';
import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { CHAIN_ID } from '../lib/chain.mjs';
import { newSecrets } from '../lib/secrets.mjs';
import { Customer, term } from './people.mjs';

/** Turns push notifications on in a browser, as the profile does: the key that it subscribes with. */
async function turnOn(customer, endpoint) {
  const browser = createECDH('prime256v1');
  const keys = {
    p256dh: browser.generateKeys().toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
  const { push_public_key: key } = await customer.ask('GET', '/profile');
  await customer.ask('POST', '/profile/push', { endpoint, keys });
  await customer.ask('PATCH', '/profile', { notifications: { push_notifications: true } });
  return key;
}

/** The browsers that a customer's newest notice was sent to. */
const sentTo = (world, { account }) =>
  world
    .rows(
      `SELECT s.endpoint FROM outbox o JOIN push_subscriptions s ON s.id = o.target
        WHERE o.channel = 'push' AND o.wallet = ? AND o.event_id =
          (SELECT event_id FROM outbox WHERE channel = 'push' AND wallet = o.wallet ORDER BY rowid DESC LIMIT 1)`,
      account.address.toLowerCase(),
    )
    .map(({ endpoint }) => endpoint);

/** Push services, at which nobody listens here. */
const [FORMER, NEXT] = ['https://127.0.0.1:1025/former', 'https://127.0.0.1:1025/next'];

const pushKeys = {
  title: 'Rotate the push keys',
  when: 'Only if the private key leaked or is lost: every customer has to turn push notifications on again.',
  steps: [
    {
      do: 'Generate them with `npm run secrets -- new.json` and set its `PUSH_KEYS`. Push services answer 403 from now on for browsers that subscribed before.',
      shows:
        'The profile offers the new public key, and customers still have every message and their other settings.',
      walk: async (here) => {
        const { world } = here;
        here.customer = await Customer.arrive(world);
        here.policy = await here.customer.buy();
        here.former = await turnOn(here.customer, FORMER);
        const { PUSH_KEYS } = newSecrets().secrets;
        await world.restart((secrets) => ({ ...secrets, PUSH_KEYS }));
        const { push_public_key: key, notifications } = await here.customer.ask('GET', '/profile');
        assert.equal(key, JSON.parse(PUSH_KEYS).publicKey);
        assert.notEqual(key, here.former);
        assert.equal(notifications.push_notifications, true);
        const messages = () =>
          world.rows(
            'SELECT count(*) AS n FROM threads WHERE wallet = ?',
            here.customer.account.address.toLowerCase(),
          )[0].n;
        const before = messages();
        await here.customer.claim(here.policy.id, 4011);
        assert.equal(messages(), before + 1);
        assert.deepEqual(sentTo(world, here.customer), [FORMER]);
      },
    },
    {
      do: 'Ask customers to turn push notifications off and on in the profile.',
      shows: 'The browser subscribes with the new key, and notices go to the new subscription alone.',
      walk: async ({ world, customer, policy, former }) => {
        await customer.ask('PATCH', '/profile', { notifications: { push_notifications: false } });
        await customer.ask('DELETE', '/profile/push', { endpoint: FORMER });
        assert.notEqual(await turnOn(customer, NEXT), former);
        await customer.claim(policy.id, 4012);
        assert.deepEqual(sentTo(world, customer), [NEXT]);
      },
    },
  ],
};

/** A provider's address for the local chain. It counts what it is asked. */
async function provider(rpcUrl) {
  const state = { asked: 0 };
  const server = createServer(async (request, response) => {
    state.asked += 1;
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(rpcUrl, { method: 'POST', headers, body });
    response.writeHead(answer.status, headers).end(await answer.text());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${server.address().port}`, state, stop };
}

/** Buys a policy, and waits until a scheduled run has read the chain to its newest block since. */
async function buysAndReads(world, customer, days) {
  const policy = await customer.buy(term(days));
  assert.equal(policy.status, 'active');
  await world.isRead({ since: new Date().toISOString() });
}

const rpcUrls = {
  title: 'Change the RPC addresses',
  when: 'The key in one leaked, or its provider fails (`chain-unreachable`).',
  steps: [
    {
      do: 'Set `RPC_URLS` with every chain and its new address.',
      shows:
        'The worker reads the chain from there at once, policies are sold, and the former address is not asked.',
      walk: async (here) => {
        const { world } = here;
        const { rpcUrl } = world.chain;
        here.providers = [await provider(rpcUrl), await provider(rpcUrl)];
        const [former, next] = here.providers;
        const use = ({ url }) =>
          world.restart((secrets) => ({ ...secrets, RPC_URLS: JSON.stringify({ [CHAIN_ID]: url }) }));
        here.customer = await Customer.arrive(world);
        await use(former);
        await buysAndReads(world, here.customer, 100);
        assert.ok(former.state.asked > 0);
        await use(next);
        const before = former.state.asked;
        await buysAndReads(world, here.customer, 110);
        assert.ok(next.state.asked > 0);
        assert.equal(former.state.asked, before);
      },
    },
    {
      do: 'Revoke the former key at its provider.',
      shows: 'Another policy is sold, and `/api/health` says `ok`.',
      walk: async ({ world, customer, providers: [former] }) => {
        former.stop();
        await buysAndReads(world, customer, 120);
        assert.equal((await world.health()).status, 'ok');
      },
    },
  ],
  end: async ({ world, providers = [] }) => {
    const isSet = world?.stack && 'RPC_URLS' in world.secrets;
    if (isSet) await world.restart(({ RPC_URLS: _, ...secrets }) => secrets);
    for (const { stop } of providers) stop();
  },
};

export const OUTSIDE = { 'push-keys': pushKeys, 'rpc-urls': rpcUrls };
