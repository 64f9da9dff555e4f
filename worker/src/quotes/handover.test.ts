/** An unfinished form on its way into a wallet's app. */
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { call, rows } from '../../test/harness.ts';

const SEALED = btoa('what only the browsers can read');
const hand = (sealed: string) => call<{ handover_id: string }>('/insurance/handovers', { body: { sealed } });
const open = (id: string) => call<{ sealed: string }>(`/insurance/handovers/${id}/open`, { body: {} });

test('a form that was handed over to a wallet app can be opened only once', async () => {
  const { data } = await hand(SEALED);
  expect(await open(data.handover_id)).toMatchObject({ status: 200, data: { sealed: SEALED } });
  expect(await open(data.handover_id)).toMatchObject({
    status: 404,
    message: 'This link was used before, or is too old.',
  });
  expect(await rows("SELECT key FROM tokens WHERE kind = 'handover'")).toEqual([]);
});

test('a form that was handed over opens for 15 minutes, for one of two who ask at the same time', async () => {
  const { data: late } = await hand(SEALED);
  const [row] = await rows<{ expires_at: string }>("SELECT expires_at FROM tokens WHERE kind = 'handover'");
  const left = Date.parse(row?.expires_at ?? '') - Date.now();
  expect(left).toBeGreaterThan(14 * 60_000);
  expect(left).toBeLessThanOrEqual(15 * 60_000);
  await env.DB.prepare("UPDATE tokens SET expires_at = ? WHERE kind = 'handover'")
    .bind(new Date(Date.now() - 1).toISOString())
    .run();
  expect((await open(late.handover_id)).status).toBe(404);
  const { data } = await hand(SEALED);
  const answers = await Promise.all([open(data.handover_id), open(data.handover_id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
});

test.each([
  ['', 422],
  ['no base64!', 422],
  ['A'.repeat(60_004), 422],
  [undefined, 422],
])('nothing but ciphertext of a form’s size is kept', async (sealed, status) => {
  expect((await call('/insurance/handovers', { body: { sealed } })).status).toBe(status);
});
