// Rotating the secret of a customer's webhook.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Customer } from './people.mjs';
import { eventually } from './world.mjs';

/** A customer's endpoint: what it got, by path. */
async function listen() {
  const got = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    got.push({ path: request.url, headers: request.headers, body });
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { got, url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** Whether a call was signed with this secret, as Standard Webhooks says. */
function isSigned({ headers, body }, secret) {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
}

const subscribe = async (here, path) => {
  const body = { url: `${here.endpoint.url}${path}`, events: ['claim.submitted'] };
  return here.customer.ask('POST', '/webhooks', body);
};

/** Makes a claim and answers the call that each of these paths got for it. */
async function claimed(here, amount, paths) {
  const before = here.endpoint.got.length;
  await here.customer.claim(here.policy.id, amount);
  const since = () => here.endpoint.got.slice(before);
  await eventually('a call of each webhook', async () =>
    paths.every((path) => since().some((call) => call.path === path)),
  );
  return paths.map((path) => since().find((call) => call.path === path));
}

export const webhookSecret = {
  title: "Rotate a webhook's secret",
  when: 'A customer asks, or their secret leaked. Only they can do it: nobody here sees the secret.',
  steps: [
    {
      do: 'The customer creates a second webhook with another path of the same server (`POST /api/webhooks`).',
      shows: 'Both are called for each event, each signed with its own secret.',
      walk: async (here) => {
        here.endpoint = await listen();
        here.customer = await Customer.arrive(here.world);
        here.policy = await here.customer.buy();
        here.former = await subscribe(here, '/former');
        const [first] = await claimed(here, 4001, ['/former']);
        assert.ok(isSigned(first, here.former.secret));
        here.next = await subscribe(here, '/next');
        const [old, next] = await claimed(here, 4002, ['/former', '/next']);
        assert.ok(isSigned(old, here.former.secret));
        assert.ok(isSigned(next, here.next.secret));
        assert.ok(!isSigned(next, here.former.secret));
      },
    },
    {
      do: 'Then they delete the first one (`DELETE /api/webhooks/{id}`).',
      shows: 'Only the new one is called, and no event was missed.',
      walk: async (here) => {
        await here.customer.ask('DELETE', `/webhooks/${here.former.id}`);
        const before = here.endpoint.got.length;
        const [next] = await claimed(here, 4003, ['/next']);
        assert.ok(isSigned(next, here.next.secret));
        assert.ok(here.endpoint.got.slice(before).every(({ path }) => path === '/next'));
      },
    },
  ],
  end: async ({ endpoint }) => endpoint?.close(),
};
