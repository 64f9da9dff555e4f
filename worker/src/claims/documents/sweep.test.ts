/** Documents that a crash left in the bucket. */
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { claimed, png, upload } from '../../../test/claims.ts';
import { hashOf, objects, stored } from '../../../test/documents.ts';
import { later, rows, runSchedule } from '../../../test/harness.ts';

const HOUR = 3_600_000;

beforeEach(async () => {
  for (const { key } of (await env.FILES.list()).objects) await env.FILES.delete(key);
  await rows('DELETE FROM claim_documents RETURNING id');
  await rows("DELETE FROM job_cursors WHERE name = 'claim documents' RETURNING name");
});

/** Writes an object as an upload does that dies before its row. */
async function orphan(claimId: number, content: string): Promise<string> {
  const bytes = png(content);
  const key = `claims/${claimId}/${await hashOf(bytes)}`;
  await env.FILES.put(key, bytes);
  return key;
}

test('a document without a row is deleted an hour after its upload, and one with a row stays', async () => {
  const { customer, claim } = await claimed();
  await upload(customer, claim.id, [{ name: 'a.png', bytes: png('kept') }]);
  await orphan(claim.id, 'left');
  // The same file in another claim has a row there only.
  const elsewhere = `claims/999999/${await hashOf(png('kept'))}`;
  await env.FILES.put(elsewhere, png('kept'));
  await runSchedule(later(HOUR - 60_000), {}, ['sweep documents']);
  expect(await objects(claim.id)).toHaveLength(2);
  await runSchedule(later(HOUR + 60_000), {}, ['sweep documents']);
  expect(await objects(claim.id)).toEqual((await stored(claim.id)).map((row) => row.object_key));
  expect(await env.FILES.head(elsewhere)).toBeNull();
});

test('a run looks at ninety objects, and the next one continues after them', async () => {
  for (let n = 0; n < 95; n += 1) await orphan(900_000 + n, `left ${n}`);
  const left = async () => (await env.FILES.list({ prefix: 'claims/' })).objects.length;
  const edges = later(HOUR + 60_000);
  await runSchedule(edges, {}, ['sweep documents']);
  expect(await left()).toBe(5);
  await runSchedule(edges, {}, ['sweep documents']);
  expect(await left()).toBe(0);
  await orphan(1, 'later');
  await runSchedule(edges, {}, ['sweep documents']);
  expect(await left()).toBe(0);
});

test('the rows of a page of objects are found by index', async () => {
  const plan = await rows<{ detail: string }>(
    "EXPLAIN QUERY PLAN SELECT object_key FROM claim_documents WHERE sha256 IN ('a', 'b')",
  );
  expect(plan.map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/^SEARCH claim_documents USING INDEX claim_documents_seen/),
  ]);
});
