import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import type { ClaimDocument } from '../../../../domain/claims/schema.ts';
import { MAX_DOCUMENT_BYTES } from '../../../../domain/files.ts';
import {
  claimDetail,
  claimed,
  eventKinds,
  JPEG_PARTS,
  join,
  jpeg,
  messagesOf,
  PNG_HEADER,
  PNG_SIGNATURE,
  pdf,
  png,
  pngChunk,
  racedAt,
  threadOf,
  upload,
  zip,
} from '../../../test/claims.ts';
import { asHolder } from '../../../test/desk.ts';
import { type Customer, countingDatabase, ORIGIN, rows, workerWith } from '../../../test/harness.ts';
import { addDocuments } from './add.ts';

interface Answered {
  added: ClaimDocument[];
  documents: ClaimDocument[];
}

const stored = (claimId: number) =>
  rows<{ sha256: string; object_key: string }>(
    'SELECT sha256, object_key FROM claim_documents WHERE claim_id = ? ORDER BY created_at, id',
    claimId,
  );
const objects = async (claimId: number) =>
  (await env.FILES.list({ prefix: `claims/${claimId}/` })).objects.map(({ key }) => key).sort();
const counted = async (claimId: number) =>
  (await rows<{ n: number }>('SELECT documents_count n FROM claims WHERE id = ?', claimId))[0]?.n;
const hashOf = async (bytes: Uint8Array<ArrayBuffer>) =>
  Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

describe('adding documents to a claim', () => {
  test('stores a JPEG, a PNG and a PDF under any name with their hashes and tells support @api-28', async () => {
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
    expect((await messagesOf(claim.id)).at(-1)).toEqual({
      sender: 'user',
      admin_id: null,
      text: 'Added 3 documents: kitchen.txt, floor.exe, invoice.pdf',
    });
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
    await expect(
      addDocuments(filled, { claimId: claim.id, read: () => Promise.resolve(uploads) }),
    ).rejects.toMatchObject({ code: 'conflict' });
    expect(await stored(claim.id)).toEqual([]);
    expect(await objects(claim.id)).toEqual([]);
  });

  test('returns the claim to us with a new promised time after the customer adds requested documents', async () => {
    const { customer, claim } = await claimed();
    await env.DB.batch([
      env.DB.prepare(
        "UPDATE claims SET status = 'under_review', requested_documents = 'The invoice.', due_at = NULL WHERE id = ?",
      ).bind(claim.id),
      env.DB.prepare('UPDATE threads SET unread_by_support = 0 WHERE claim_id = ?').bind(claim.id),
    ]);
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
    expect(await threadOf(claim.id)).toMatchObject({ unread_by_support: 1, last_sender: 'user' });
  });

  test('refuses documents for a paid claim, even one paid at that moment', async () => {
    const { customer, claim } = await claimed();
    const file = { name: 'a.png', bytes: png() };
    const paid = "UPDATE claims SET status = 'paid' WHERE id = ?";
    const ctx = racedAt(asHolder(customer), 2, paid, claim.id);
    const message = 'This claim has been paid, so nothing more can be added to it.';
    await expect(
      addDocuments(ctx, { claimId: claim.id, read: () => Promise.resolve([file]) }),
    ).rejects.toMatchObject({ code: 'conflict', message });
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
      addDocuments(
        { ...ctx, db: failing },
        { claimId: claim.id, read: () => Promise.resolve([{ name: 'a.png', bytes: png() }]) },
      ),
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
    await addDocuments(
      { ...asHolder(customer), files },
      { claimId: claim.id, read: () => Promise.resolve([{ name: 'a.png', bytes: png() }]) },
    );
    expect(await objects(claim.id)).toEqual((await stored(claim.id)).map((row) => row.object_key));
  });

  test('runs the same few statements however many documents are added', async () => {
    const { customer, claim } = await claimed();
    const counting = countingDatabase();
    const reach = workerWith({}, { DB: counting.DB });
    await upload(customer, claim.id, [{ name: 'a.png', bytes: png('a') }], reach);
    // Session; claim and documents; guard, row, count, line, thread and message.
    expect(counting.statements).toHaveLength(9);
  });
});

const HTML = '<!DOCTYPE html><html><script>alert(document.domain)</script></html>';
const broken = (bytes: Uint8Array<ArrayBuffer>, at: number) => {
  const copy = bytes.slice();
  copy[at] = (copy[at] ?? 0) ^ 0xff;
  return copy;
};
const [noType, damaged] = [
  'is not a JPEG, PNG or PDF file.',
  (kind: string) => `is damaged or incomplete: it is not a complete ${kind} file.`,
];
const pdfEnd = 'is damaged, incomplete, or followed by something else.';
const image = JPEG_PARTS;

const hostile: [string, Uint8Array<ArrayBuffer> | string, number, string][] = [
  ['an empty file', '', 422, 'is empty.'],
  ['HTML in a .png', HTML, 415, noType],
  ['an SVG in a .png', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 415, noType],
  ['a ZIP', zip(), 415, noType],
  ['a GIF', 'GIF89a\x01\0\x01\0\0\0\0;', 415, noType],
  ['two bytes', join([0xff, 0xd8]), 415, noType],

  ['a PNG without its end', png().slice(0, -12), 422, damaged('PNG')],
  ['a PNG that stops within a chunk', png().slice(0, 40), 422, damaged('PNG')],
  ['a PNG with a changed byte', broken(png(), 60), 422, damaged('PNG')],
  ['a PNG of only a signature', join(PNG_SIGNATURE), 422, damaged('PNG')],
  [
    'a PNG whose header is not first',
    join(
      PNG_SIGNATURE,
      pngChunk('tEXt', 'a\0b'),
      pngChunk('IHDR', PNG_HEADER),
      pngChunk('IDAT', 'x'),
      pngChunk('IEND'),
    ),
    422,
    damaged('PNG'),
  ],
  [
    'a PNG without a picture',
    join(PNG_SIGNATURE, pngChunk('IHDR', PNG_HEADER), pngChunk('IEND')),
    422,
    damaged('PNG'),
  ],
  [
    'a PNG of no width',
    join(PNG_SIGNATURE, pngChunk('IHDR', new Uint8Array(13)), pngChunk('IDAT', 'x'), pngChunk('IEND')),
    422,
    damaged('PNG'),
  ],
  ['a PNG with HTML behind it', join(png(), HTML), 415, 'has something else hidden after its picture.'],
  ['a PNG with a ZIP behind it', join(png(), zip()), 415, 'has something else hidden after its picture.'],
  [
    'a PNG that a ZIP directory wraps',
    join(
      PNG_SIGNATURE,
      pngChunk('IHDR', PNG_HEADER),
      pngChunk('IDAT', 'x'),
      pngChunk('tEXt', zip(16)),
      pngChunk('IEND'),
    ),
    415,
    'also holds an archive.',
  ],

  ['a JPEG without its end', jpeg().slice(0, -2), 422, damaged('JPEG')],
  ['a JPEG that stops in its header', jpeg().slice(0, 12), 422, damaged('JPEG')],
  ['a JPEG without a picture', join(image.start, image.app, image.end), 422, damaged('JPEG')],
  ['a JPEG without a frame', join(image.start, image.app, image.scan, image.end), 422, damaged('JPEG')],
  ['HTML behind the first bytes of a JPEG', join([0xff, 0xd8, 0xff], HTML), 422, damaged('JPEG')],
  ['a JPEG with HTML behind it', join(jpeg(), HTML), 415, 'has something else hidden after its picture.'],
  ['a JPEG with a ZIP behind it', join(jpeg(), zip()), 415, 'has something else hidden after its picture.'],
  ['a JPEG with a ZIP far behind it', join(jpeg(), new Uint8Array(50), zip()), 415, 'also holds an archive.'],

  ['a PDF behind white space', join('\n', pdf()), 415, noType],
  ['a PDF behind HTML', join(HTML, pdf()), 415, noType],
  ['a PDF behind a ZIP', join(zip(), pdf()), 415, noType],
  ['a PDF with HTML behind it', pdf(undefined, HTML), 422, pdfEnd],
  ['a PDF with a ZIP behind it', join(pdf(), zip()), 422, pdfEnd],
  ['a PDF that was cut off', pdf().slice(0, -20), 422, pdfEnd],
  ['a PDF without a startxref', '%PDF-1.7\n1 0 obj\nendobj\n%%EOF\n', 422, pdfEnd],
  ['a PDF of its first line', '%PDF-1.7\n', 422, pdfEnd],
  [
    'HTML in the first line of a PDF',
    pdf(`%${HTML}\n`),
    415,
    'is a web page that only looks like a PDF file.',
  ],
  [
    'a PDF that a ZIP directory wraps',
    // A ZIP hidden behind a valid PDF head, which continues in the archive's comment.
    pdf(new TextDecoder().decode(zip(pdf('').length - '%PDF-1.7\n'.length))),
    415,
    'also holds an archive.',
  ],
  [
    'a PDF with JavaScript',
    pdf('1 0 obj\n<< /S /JavaScript /JS (app.alert(1)) >>\nendobj\n'),
    422,
    'contains a program (JavaScript).',
  ],
  [
    'a PDF with JavaScript spelt otherwise',
    pdf('<< /S /J#61vaScr#69pt /JS (x) >>\n'),
    422,
    'contains a program (JavaScript).',
  ],
  ['a PDF that launches', pdf('<< /S /Launch /F (cmd.exe) >>\n'), 422, 'starts other programs.'],
  [
    'a PDF with a file in it',
    pdf('<< /Type /EmbeddedFile /Length 0 >>\n'),
    422,
    'has another file inside it.',
  ],
];

describe('disguised claim files', () => {
  test('names a disguised file in its refusal and stores nothing @api-28', async () => {
    const { customer, claim } = await claimed();
    for (const [what, bytes, status, reason] of hostile) {
      const answer = await upload(customer, claim.id, [{ name: 'proof.png', bytes, type: 'image/png' }]);
      expect(answer, what).toMatchObject({
        status,
        message: expect.stringContaining(`“proof.png” ${reason}`),
      });
      expect(answer.issues, what).toHaveLength(1);
    }
    expect(await stored(claim.id)).toEqual([]);
    expect(await objects(claim.id)).toEqual([]);
    expect(await eventKinds(claim.id)).toEqual(['submitted']);
  });

  test.each<[string, Uint8Array<ArrayBuffer>]>([
    ['a JPEG with a second picture behind it, as phones make them', join(jpeg(), jpeg('depth map'))],
    [
      'a JPEG with several scans and tables between them',
      join(image.start, image.frame, image.scan, image.app, image.scan, image.end),
    ],
    ['a JPEG with fill bytes', join(image.start, [0xff], image.frame, image.scan, image.end)],
    ['a PDF with trailing white space', pdf(undefined, ' \r\n\0\n')],
    ['a PDF with an incremental update', join(pdf(), '2 0 obj\nendobj\nstartxref\r\n120\r\n%%EOF')],
  ])('accepts %s as a claim document', async (_, bytes) => {
    const { customer, claim } = await claimed();
    expect((await upload(customer, claim.id, [{ name: 'proof', bytes }])).status).toBe(201);
  });

  test('rejects good files along with bad ones and names every bad one', async () => {
    const { customer, claim } = await claimed();
    const answer = await upload(customer, claim.id, [
      { name: 'good.png', bytes: png() },
      { name: 'page.png', bytes: HTML },
      { name: 'cut.pdf', bytes: pdf().slice(0, -20) },
    ]);
    expect(answer).toMatchObject({
      status: 415,
      issues: [
        { path: 'files.1', message: expect.stringContaining('page.png') },
        { path: 'files.2', message: expect.stringContaining('cut.pdf') },
      ],
    });
    expect(await stored(claim.id)).toEqual([]);
    expect(await objects(claim.id)).toEqual([]);
  });

  test('answers 413 for a file above ten megabytes in a form of any size @api-28', async () => {
    const { customer, claim } = await claimed();
    const large = new Uint8Array(MAX_DOCUMENT_BYTES + 1);
    large.set(png());
    expect(await upload(customer, claim.id, [{ name: 'large.png', bytes: large }])).toMatchObject({
      status: 413,
      message: '“large.png” is larger than 10.0 MB.',
    });
    const larger = new Uint8Array(MAX_DOCUMENT_BYTES + 100_000);
    expect(await upload(customer, claim.id, [{ name: 'larger.png', bytes: larger }])).toMatchObject({
      status: 413,
      message: expect.stringContaining('too large'),
    });
    const whole = join(
      PNG_SIGNATURE,
      pngChunk('IHDR', PNG_HEADER),
      pngChunk('IDAT', new Uint8Array(MAX_DOCUMENT_BYTES - 57)),
      pngChunk('IEND'),
    );
    expect(whole).toHaveLength(MAX_DOCUMENT_BYTES);
    expect((await upload(customer, claim.id, [{ name: 'whole.png', bytes: whole }])).status).toBe(201);
  });
});

describe('names of claim documents', () => {
  const LONG = 'å'.repeat(200);
  test.each<[string, string]>([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ada\\roof.png', 'roof.png'],
    ['roof\u0000\n\r\t.png', 'roof.png'],
    ['roof\u202Egnp.exe', 'roofgnp.exe'],
    ['\u2066roof\u2069\u200B.png', 'roof.png'],
    ['.htaccess', 'htaccess'],
    ['   ', 'document.png'],
    ['..', 'document.png'],
    ['/', 'document.png'],
    [`${LONG}.png`, `${'å'.repeat(116)}.png`],
    [`${'🏠'.repeat(100)}.png`, `${'🏠'.repeat(58)}.png`],
    ['Dach "Süd"; x=1.png', 'Dach "Süd"; x=1.png'],
    ['屋根の写真.png', '屋根の写真.png'],
  ])('stores the file name %j as %j', async (given, kept) => {
    const { fileName } = await import('../../platform/files/name.ts');
    expect(fileName(given, 'image/png')).toBe(kept);
    expect(kept.length).toBeLessThanOrEqual(120);
  });
});

describe('document download', () => {
  const get = async (token: string, claimId: number, id: string) =>
    workerWith({})(
      new Request(`${ORIGIN}/api/claims/${claimId}/documents/${id}`, {
        headers: { authorization: `Bearer ${token}` },
      }),
    );

  test('serves the exact file as an attachment that no browser runs, with its hash as ETag @api-29', async () => {
    const { customer, claim } = await claimed();
    const bytes = png('download');
    const { data } = await upload<Answered>(customer, claim.id, [{ name: 'Dach Süd; 屋根.html', bytes }]);
    const [document] = data.added;
    const response = await get(customer.token, claim.id, document?.id ?? '');
    expect(response.status).toBe(200);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(bytes.length),
      'content-disposition':
        'attachment; filename="Dach Su_d; __.html.png"; filename*=UTF-8\'\'Dach%20S%C3%BCd%3B%20%E5%B1%8B%E6%A0%B9.html.png',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      etag: `"${document?.sha256}"`,
    });
  });

  test("answers 404 for another wallet's document, also under an own claim, and for a missing one @api-29", async () => {
    const { customer, claim } = await claimed();
    const { data } = await upload<Answered>(customer, claim.id, [{ name: 'a.png', bytes: png() }]);
    const id = data.added[0]?.id ?? '';
    const other = await claimed();
    expect((await get(other.customer.token, claim.id, id)).status).toBe(404);
    expect((await get(other.customer.token, other.claim.id, id)).status).toBe(404);
    expect((await get(customer.token, claim.id, 'doc_none')).status).toBe(404);
    expect((await get(other.customer.token, claim.id, '..%2F..')).status).toBe(404);
    expect((await get('', claim.id, id)).status).toBe(401);
    expect((await upload(other.customer, claim.id, [{ name: 'a.png', bytes: png() }])).status).toBe(404);
    expect(await stored(claim.id)).toHaveLength(1);
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
