/** Adding documents to a claim: what is stored, how many, and what a failure leaves. */
import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import {
  claimDetail,
  claimed,
  eventKinds,
  jpeg,
  messagesOf,
  pdf,
  png,
  requestOf,
  threadOf,
  upload,
} from '../../../test/claims.ts';
import { asHolder, racedAt } from '../../../test/desk.ts';
import { type Answered, counted, hashOf, objects, stored } from '../../../test/documents.ts';
import { type Customer, countingDatabase, ORIGIN, workerWith } from '../../../test/harness.ts';
import { addDocuments } from './add.ts';

describe('adding documents to a claim', () => {
  test('stores a JPEG, a PNG and a PDF under any name with their hashes, as an event of the claim @api-28', async () => {
    const { customer, claim } = await claimed();
    const files = [
      { name: 'kitchen.txt', bytes: jpeg() },
      { name: 'floor.exe', bytes: png(), type: 'text/html' },
      { name: 'invoice.pdf', bytes: pdf(), type: 'application/pdf' },
    ];
    const { status, data } = await upload<Answered>(customer, claim.id, files);
    expect(status).toBe(201);
    expect(data.added.map(({ type }) => type)).toEqual(['image/jpeg', 'image/png', 'application/pdf']);
    expect(data.added.map(({ file_name }) => file_name)).toEqual(files.map(({ name }) => name));
    const hashes = await Promise.all(files.map(({ bytes }) => hashOf(bytes)));
    expect(data.added.map(({ sha256 }) => sha256)).toEqual(hashes);
    expect(data.added.map(({ size }) => size)).toEqual(files.map(({ bytes }) => bytes.length));
    expect(data.documents).toEqual(data.added);
    expect(await objects(claim.id)).toEqual(hashes.map((hash) => `claims/${claim.id}/${hash}`).sort());
    expect(await claimDetail(customer, claim.id)).toMatchObject({
      documents_count: 3,
      documents_left: 7,
      documents: expect.arrayContaining(data.added),
    });
    expect(await eventKinds(claim.id)).toEqual(['submitted', 'documents_added']);
    expect((await claimDetail(customer, claim.id)).timeline.at(-1)?.message).toBe(
      'Added 3 documents: kitchen.txt, floor.exe, invoice.pdf',
    );
    // Nobody expects an answer to that.
    expect(await messagesOf(claim.id)).toHaveLength(2);
    expect(await threadOf(claim.id)).toMatchObject({ waiting_since: null, unread_by_support: 0 });
  });

  test('answers 200 and stores nothing twice for the same bytes under any name', async () => {
    const { customer, claim } = await claimed();
    const first = await upload<Answered>(customer, claim.id, [{ name: 'a.png', bytes: png() }]);
    const again = await upload<Answered>(customer, claim.id, [
      { name: 'b.png', bytes: png() },
      { name: 'c.png', bytes: png() },
    ]);
    expect(again).toMatchObject({ status: 200, data: { added: [], documents: first.data.added } });
    const mixed = await upload<Answered>(customer, claim.id, [
      { name: 'b.png', bytes: png() },
      { name: 'new.png', bytes: png('new') },
    ]);
    expect(mixed.status).toBe(201);
    expect(mixed.data.added.map(({ file_name }) => file_name)).toEqual(['new.png']);
    expect(await stored(claim.id)).toHaveLength(2);
    expect(await objects(claim.id)).toHaveLength(2);
    expect(await eventKinds(claim.id)).toEqual(['submitted', 'documents_added', 'documents_added']);
  });

  test('stores one file once when six requests upload it at the same time', async () => {
    const { customer, claim } = await claimed();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        upload<Answered>(customer, claim.id, [{ name: 'a.png', bytes: png() }]),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
    expect(await stored(claim.id)).toHaveLength(1);
    expect(await objects(claim.id)).toHaveLength(1);
    expect(await counted(claim.id)).toBe(1);
    expect(await eventKinds(claim.id)).toEqual(['submitted', 'documents_added']);
  });

  test('stops at ten documents, also when fourteen arrive at once @api-28', async () => {
    const { customer, claim } = await claimed();
    const one = (index: number) =>
      upload<Answered>(customer, claim.id, [{ name: `${index}.png`, bytes: png(index) }]);
    const answers = await Promise.all(Array.from({ length: 14 }, (_, index) => one(index)));
    const good = answers.filter(({ status }) => status === 201).length;
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect(await stored(claim.id)).toHaveLength(good);
    expect(await counted(claim.id)).toBe(good);
    for (let index = 100; index < 110; index += 1) await one(index);
    const eleventh = await one(999);
    expect(eleventh).toMatchObject({
      status: 409,
      message: 'A claim takes at most 10 documents. It already has that many.',
    });
    expect(await stored(claim.id)).toHaveLength(10);
    expect(await objects(claim.id)).toEqual((await stored(claim.id)).map((row) => row.object_key).sort());
    expect((await claimDetail(customer, claim.id)).documents_left).toBe(0);
  });

  test('keeps the document limit when another upload gets in between', async () => {
    const { customer, claim } = await claimed();
    const ctx = asHolder(customer);
    const uploads = [
      { name: 'a.png', bytes: png('a') },
      { name: 'b.png', bytes: png('b') },
    ];
    // Reading the claim is also a batch, and the first one.
    const filled = racedAt(ctx, 2, 'UPDATE claims SET documents_count = 9 WHERE id = ?', claim.id);
    await expect(addDocuments(filled, claim, requestOf(uploads))).rejects.toMatchObject({ code: 'conflict' });
    expect(await stored(claim.id)).toEqual([]);
    expect(await objects(claim.id)).toEqual([]);
  });

  test('returns the claim to us with a new promised time after the customer adds requested documents', async () => {
    const { customer, claim } = await claimed();
    await env.DB.prepare(
      "UPDATE claims SET status = 'under_review', requested_documents = 'The invoice.', due_at = NULL WHERE id = ?",
    )
      .bind(claim.id)
      .run();
    expect((await claimDetail(customer, claim.id)).next).toEqual({
      actor: 'customer',
      step: 'Please add the documents that we asked for.',
      due: null,
    });
    await upload(customer, claim.id, [{ name: 'invoice.pdf', bytes: pdf() }]);
    const detail = await claimDetail(customer, claim.id);
    expect(detail).toMatchObject({ requested_documents: null, next: { actor: 'mooring' } });
    expect(Date.parse(detail.next.due ?? '')).toBeGreaterThan(Date.now() + 47 * 3_600_000);
    expect(detail.timeline.at(-1)).toMatchObject({
      kind: 'documents_added',
      status: 'under_review',
      created_by: 'You',
    });
  });

  test('refuses documents for a paid claim, even one paid at that moment', async () => {
    const { customer, claim } = await claimed();
    const file = { name: 'a.png', bytes: png() };
    const paid = "UPDATE claims SET status = 'paid' WHERE id = ?";
    const ctx = racedAt(asHolder(customer), 2, paid, claim.id);
    const message = 'This claim has been paid, so nothing more can be added to it.';
    await expect(addDocuments(ctx, claim, requestOf([file]))).rejects.toMatchObject({
      code: 'conflict',
      message,
    });
    expect(await upload(customer, claim.id, [file])).toMatchObject({ status: 409, message });
    expect(await objects(claim.id)).toEqual([]);
    expect((await claimDetail(customer, claim.id)).documents_left).toBe(0);
  });

  test('leaves no object behind when the document rows cannot be written', async () => {
    const { customer, claim } = await claimed();
    const ctx = asHolder(customer);
    const { db } = ctx;
    let batches = 0;
    const failing = new Proxy(db, {
      get: (own, name) => {
        if (name !== 'batch') return Reflect.get(own, name);
        return (statements: Parameters<typeof db.batch>[0]) => {
          batches += 1;
          return batches === 1 ? own.batch(statements) : Promise.reject(new Error('D1 is away'));
        };
      },
    });
    await expect(
      addDocuments({ ...ctx, db: failing }, claim, requestOf([{ name: 'a.png', bytes: png() }])),
    ).rejects.toThrow('D1 is away');
    expect(await objects(claim.id)).toEqual([]);
  });

  test('restores an object that a concurrent request for the same file deleted', async () => {
    const { customer, claim } = await claimed();
    const files = new Proxy(env.FILES, {
      get: (own, name) => {
        const member: unknown = Reflect.get(own, name);
        if (typeof member !== 'function') return member;
        if (name !== 'head') return member.bind(own);
        return async (key: string) => {
          await own.delete(key);
          return own.head(key);
        };
      },
    });
    await addDocuments({ ...asHolder(customer), files }, claim, requestOf([{ name: 'a.png', bytes: png() }]));
    expect(await objects(claim.id)).toEqual((await stored(claim.id)).map((row) => row.object_key));
  });

  test('runs the same few statements however many documents are added', async () => {
    const { customer, claim } = await claimed();
    const counting = countingDatabase();
    const reach = workerWith({}, { DB: counting.DB });
    await upload(customer, claim.id, [{ name: 'a.png', bytes: png('a') }], reach);
    // Session; claim and documents; guard, row, its row of the desk, count and line.
    expect(counting.statements).toHaveLength(8);
  });
});

describe('document uploads that are not a form', () => {
  const send = (
    customer: Customer,
    claimId: number,
    headers: Record<string, string>,
    body: BodyInit | null,
  ) =>
    workerWith({})(
      new Request(`${ORIGIN}/api/claims/${claimId}/documents`, {
        method: 'POST',
        headers: { authorization: `Bearer ${customer.token}`, ...headers },
        body,
      }),
    );

  test('rejects a body that is not a form with a sentence', async () => {
    const { customer, claim } = await claimed();
    const form = { 'content-type': 'multipart/form-data; boundary=x' };
    const cases: [Record<string, string>, string | null, number][] = [
      [{ 'content-type': 'application/json' }, '{}', 415],
      [{}, null, 415],
      [{ 'content-type': 'multipart/form-data' }, 'nothing', 400],
      [form, '--x\r\nContent-Disposition: form-data; name="a"; filename="a.png"\r\n\r\ncut off', 400],
      [form, '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nonly text\r\n--x--\r\n', 400],
      [form, '--x--\r\n', 400],
    ];
    for (const [headers, body, status] of cases) {
      const response = await send(customer, claim.id, headers, body);
      expect(response.status, String(body)).toBe(status);
      expect(await response.json()).toMatchObject({ success: false, message: expect.stringMatching(/\.$/) });
    }
    expect(await stored(claim.id)).toEqual([]);
  });
});
