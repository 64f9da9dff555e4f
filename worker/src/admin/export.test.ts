import { beforeAll, describe, expect, test } from 'vitest';
import { Admin } from '../../test/admin.ts';
import { Customer, call, ORIGIN, type Reach, rows, workerWith } from '../../test/harness.ts';

/** What some files are asked for with. */
const QUERIES: Readonly<Record<string, string>> = {
  'reports/export': '?format=csv',
  'reports/books/export': '?file=journal&month=2026-10',
};
/** Every file that the desk offers, with its query. */
let files: string[];
beforeAll(async () => {
  type Operation = { responses: Record<string, { content?: object }> };
  const { paths } = (await call('/openapi.json')) as unknown as {
    paths: Record<string, { get?: Operation }>;
  };
  const isFile = (operation?: Operation) => 'text/csv' in (operation?.responses['200']?.content ?? {});
  files = Object.entries(paths)
    .filter(([path, { get }]) => path.startsWith('/api/admin/') && isFile(get))
    .map(([path]) => path.slice('/api/admin/'.length))
    .map((path) => `${path}${QUERIES[path] ?? ''}`);
});

async function download(admin: Admin, path: string, reach: Reach) {
  const headers = { authorization: `Bearer ${admin.token}`, 'cf-connecting-ip': `2001:db8:e:${admin.id}::1` };
  const answer = await reach(new Request(`${ORIGIN}/api/admin/${path}`, { headers }));
  return { status: answer.status, text: await answer.text() };
}
const usual = workerWith({});
const linesOf = (admin: Admin) =>
  rows<{ subject: string; after: string }>(
    "SELECT subject, after FROM audit_log WHERE admin_id = ? AND action = 'list.exported' ORDER BY id",
    admin.id,
  );

describe('an export of names and email addresses', () => {
  test('is refused to roles that may only read the list', async () => {
    for (const role of ['support', 'claims', 'underwriter'] as const) {
      const admin = await Admin.arrive('Hedy Lamarr', role);
      for (const file of files) {
        expect((await download(admin, file, usual)).status, `${role} ${file}`).toBe(403);
      }
      expect(await linesOf(admin)).toEqual([]);
    }
  });

  test('leaves an audit log line, whichever file it is', async () => {
    const admin = await Admin.arrive('Hedy Lamarr', 'auditor');
    for (const file of files) {
      const before = (await linesOf(admin)).length;
      expect((await download(admin, file, usual)).status, file).toBe(200);
      expect(await linesOf(admin), file).toHaveLength(before + 1);
    }
    const subjects = (await linesOf(admin)).map(({ subject }) => subject);
    expect(subjects.sort()).toEqual(
      [
        'audit-log',
        'books',
        'claims',
        'exceptions',
        'messages',
        'outcomes',
        'policies',
        'report',
        'users',
      ].map((name) => `export:${name}`),
    );
  });

  test('leaves an audit log line with its filter and how many rows it has', async () => {
    const admin = await Admin.arrive('Hedy Lamarr', 'auditor');
    const ada = await Customer.arrive();
    const body = { subject: 'Roof', message: 'Is hail covered?' };
    for (const priority of ['low', 'low', 'high']) {
      await ada.call('/messages/create', {
        body: { ...body, subject: `Roof ${priority} ${Math.random()}`, priority },
      });
    }
    const all = await download(admin, 'messages/export', usual);
    expect(all.text.trim().split('\r\n')).toHaveLength(4);
    await download(admin, 'messages/export?status=open&limit=1', usual);
    const found = await download(admin, `users/export?search=${ada.address}`, usual);
    expect(found.text).toContain(ada.address);
    const lines = await linesOf(admin);
    expect(lines.map(({ subject, after }) => [subject, JSON.parse(after)])).toEqual([
      ['export:messages', expect.objectContaining({ rows: 3 })],
      ['export:messages', expect.objectContaining({ status: 'open', rows: 3 })],
      ['export:users', expect.objectContaining({ search: true, rows: 1 })],
    ]);
    expect(JSON.stringify(lines)).not.toMatch(new RegExp(ada.address, 'i'));
  });

  test('of chosen rows holds exactly those, and the audit line names them', async () => {
    const admin = await Admin.arrive('Hedy Lamarr', 'auditor');
    const ada = await Customer.arrive();
    const ids: number[] = [];
    for (const subject of ['Roof', 'Garage', 'Fence']) {
      const body = { subject, message: 'Is hail covered?' };
      ids.push((await ada.call<{ id: number }>('/messages/create', { body })).data.id);
    }
    const [first, , third] = ids;
    const { text } = await download(admin, `messages/export?ids=${first},${third}`, usual);
    expect(text).toContain('Roof');
    expect(text).toContain('Fence');
    expect(text.trim().split('\r\n')).toHaveLength(3);
    const [line] = await linesOf(admin);
    expect(JSON.parse(line?.after ?? '')).toMatchObject({ ids: [first, third], rows: 2 });
    expect((await download(admin, 'messages/export?ids=7;8', usual)).status).toBe(422);
    const tooMany = Array.from({ length: 201 }, (_, index) => index + 1).join(',');
    expect((await download(admin, `claims/export?ids=${tooMany}`, usual)).status).toBe(422);
  });

  test('is limited for each administrator, whatever client it comes from', async () => {
    const [admin, other] = [await Admin.arrive(), await Admin.arrive()];
    const keys: string[] = [];
    const limiter = {
      limit: async ({ key }: { key: string }) => {
        keys.push(key);
        return { success: keys.filter((each) => each === key).length <= 1 };
      },
    } as RateLimit;
    const reach = workerWith({}, { EXPORT_LIMIT: limiter });
    for (const file of files) {
      expect((await download(admin, file, reach)).status, file).toBe(200);
      expect((await download(admin, file, reach)).status, file).toBe(429);
      expect((await download(other, file, reach)).status, file).toBe(200);
    }
    expect(keys).toContain(`GET /api/admin/users/export|admin:${admin.id}`);
  });
});
