import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { MAX_AVATAR_BYTES } from '#domain/files.ts';
import { join, jpeg, pdf, png } from '../../../test/claims.ts';
import { Customer, later, type Reach, rows, runSchedule, workerWith } from '../../../test/harness.ts';
import { getAvatar, putAvatar, request } from '../../../test/profile.ts';

let ada: Customer;
beforeEach(async () => {
  ada = await Customer.arrive();
});

const objects = async () => {
  const { objects: found } = await env.FILES.list({ prefix: `avatars/${ada.address.toLowerCase()}/` });
  return found.map(({ key }) => key);
};

describe('avatars', () => {
  test('stores an avatar as uploaded and serves it to its owner as a file that no page runs', async () => {
    const bytes = png('one');
    const { status, data } = await putAvatar(ada, bytes);
    expect(status).toBe(200);
    expect(data.avatar_url).toMatch(/^\/api\/profile\/avatar\?v=[0-9a-f]{12}$/);
    const response = await getAvatar(ada);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(bytes.length),
      'content-disposition': expect.stringMatching(/^attachment; filename="avatar\.png"/),
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
  });

  test("hides another wallet's avatar", async () => {
    await putAvatar(ada, png());
    const eve = await Customer.arrive();
    expect((await getAvatar(eve)).status).toBe(404);
    expect((await getAvatar({ token: 'nonsense' })).status).toBe(401);
  });

  test('replaces the previous avatar and deletes its object, and changes nothing for the same picture @profile-7', async () => {
    const first = (await putAvatar(ada, png('one'))).data.avatar_url;
    const [key] = await objects();
    expect((await putAvatar(ada, png('one'))).data.avatar_url).toBe(first);
    expect(await objects()).toEqual([key]);
    const second = (await putAvatar(ada, jpeg('two'))).data.avatar_url;
    expect(second).not.toBe(first);
    expect(await objects()).toHaveLength(1);
    expect(await objects()).not.toContain(key);
    expect((await getAvatar(ada)).headers.get('content-type')).toBe('image/jpeg');
  });

  test('keeps one avatar however many arrive at the same moment', async () => {
    await Promise.all(['a', 'b', 'c', 'd'].map((salt) => putAvatar(ada, png(salt))));
    expect(await objects()).toHaveLength(1);
    expect((await getAvatar(ada)).status).toBe(200);
  });

  test.each([
    ['a PDF', pdf(), 415],
    ['a page with the name of a picture', '<script>alert(1)</script>', 415],
    ['empty', '', 422],
    ['more than 2 MB', join(png(), new Uint8Array(MAX_AVATAR_BYTES)), 413],
  ])('rejects an avatar that is %s with a sentence', async (_, bytes, expected) => {
    await putAvatar(ada, png('good'));
    const { status, message } = await putAvatar(ada, bytes);
    expect(status).toBe(expected);
    expect(message).toMatch(/^The picture .+\.$/);
    expect(await objects()).toHaveLength(1);
  });

  test('accepts one avatar file, not two and not JSON', async () => {
    const body = new FormData();
    for (const name of ['a', 'b']) body.append(name, new File([png(name)], name));
    const send = (init: RequestInit) => request(ada, '/profile/avatar', { method: 'PUT', ...init });
    const { exports } = await import('cloudflare:workers');
    expect((await exports.default.fetch(send({ body }))).status).toBe(422);
    const json = { body: '{}', headers: { 'content-type': 'application/json' } };
    expect((await exports.default.fetch(send(json))).status).toBe(415);
  });

  test('removes an avatar, also repeatedly', async () => {
    await putAvatar(ada, png());
    for (const _ of [1, 2]) {
      const { status, data } = await ada.call<{ avatar_url: string | null }>('/profile/avatar', {
        method: 'DELETE',
      });
      expect([status, data.avatar_url]).toEqual([200, null]);
    }
    expect(await objects()).toEqual([]);
    expect((await getAvatar(ada)).status).toBe(404);
    const eve = await Customer.arrive();
    expect((await eve.call('/profile/avatar', { method: 'DELETE' })).status).toBe(200);
    expect(await rows('SELECT * FROM profiles WHERE wallet = ?', eve.address.toLowerCase())).toEqual([]);
  });
});

describe('concurrent avatar upload and removal', () => {
  const drop = (reach?: Reach) => ada.call('/profile/avatar', { method: 'DELETE' }, reach);
  const keyOf = async () =>
    (
      await rows<{ avatar_key: string | null }>(
        'SELECT avatar_key FROM profiles WHERE wallet = ?',
        ada.address.toLowerCase(),
      )
    )[0]?.avatar_key ?? null;
  /** A bucket that runs `between` after an object was stored and before its upload continues. */
  const bucketWith = (between: () => Promise<unknown>) =>
    workerWith({
      files: () =>
        new Proxy(env.FILES, {
          get: (bucket, name) => {
            const member = Reflect.get(bucket, name);
            if (name !== 'put') return typeof member === 'function' ? member.bind(bucket) : member;
            return async (...args: Parameters<R2Bucket['put']>) => {
              const object = await bucket.put(...args);
              await between();
              return object;
            };
          },
        }),
    });
  /** The row and the bucket hold the same picture, or neither has one. */
  const expectWhole = async () => {
    const key = await keyOf();
    expect(await objects()).toEqual(key === null ? [] : [key]);
    expect((await getAvatar(ada)).status).toBe(key === null ? 404 : 200);
  };

  test('keeps an uploaded avatar intact when a removal gets in between', async () => {
    await putAvatar(ada, png('before'));
    expect((await putAvatar(ada, png('after'), bucketWith(drop))).status).toBe(200);
    expect(await keyOf()).not.toBeNull();
    await expectWhole();
  });

  test('does not restore an avatar when the profile is deleted in between', async () => {
    const upload = putAvatar(
      ada,
      png('after'),
      bucketWith(() => ada.call('/profile', { method: 'DELETE' })),
    );
    expect((await upload).status).toBe(409);
    expect(await keyOf()).toBeNull();
    expect(await objects()).toEqual([]);
  });

  test('leaves no object behind however avatar uploads and removals interleave', async () => {
    await Promise.all([1, 2, 3, 4].flatMap((salt) => [putAvatar(ada, png(salt)), drop()]));
    await expectWhole();
  });

  test('sweeps the object of an interrupted avatar upload but not one in use', async () => {
    const cut = bucketWith(() => Promise.reject(new Error('The worker was stopped')));
    expect((await putAvatar(ada, png('lost'), cut)).status).toBe(500);
    await putAvatar(ada, png('kept'));
    expect(await objects()).toHaveLength(2);
    await runSchedule({}, {}, ['delete unreferenced avatars']);
    expect(await objects()).toHaveLength(2);
    await runSchedule(later(3_600_000), {}, ['delete unreferenced avatars']);
    await expectWhole();
    expect(await objects()).toHaveLength(1);
  });
});
