/** A log whose newest lines were cut off with the database alone: the bucket still has the head that sealed them. */
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import type { auditLogCheck, auditLogHead } from '#domain/admin/records-schema.ts';
import type { HealthAnswer } from '#domain/health/schema.ts';
import { Admin } from '../../../test/admin.ts';
import { deleteOccurrences, emptyJournal, writeLines } from '../../../test/audit-log.ts';
import { deskCtx } from '../../../test/desk.ts';
import { call, rows, runSchedule, workerWith } from '../../../test/harness.ts';
import { sealAuditLog } from './seal.ts';

let hedy: Admin;

const write = (count: number, adminId = hedy.id) => writeLines(count, adminId);

const faults = async () =>
  (await hedy.call<z.output<typeof auditLogCheck>>('/admin/audit-log/check')).data.faults;

describe('sealing over lines that were cut off', () => {
  const kept = async () => (await env.FILES.get('audit-log/latest'))?.json<z.output<typeof auditLogHead>>();
  const failing = async () =>
    (await call<HealthAnswer>('/health', {}, workerWith({}))).data.jobs.failing.map(({ job }) => job);
  const notices = () => rows("SELECT subject FROM outbox WHERE kind = 'audit_log_cut'");

  beforeEach(async () => {
    hedy = await Admin.arrive('Hedy Lamarr');
    await emptyJournal();
    await rows('UPDATE admins SET veto = id = ?', hedy.id);
    await rows("DELETE FROM outbox WHERE kind = 'audit_log_cut'");
    await write(6);
    await runSchedule({}, {}, ['seal audit log', 'note run']);
    expect(await failing()).toEqual([]);
  });

  const cut = async () => {
    await deleteOccurrences('id > 3');
    await rows('DELETE FROM audit_log_seals WHERE number > 3');
  };
  const reset = () => rows("UPDATE sqlite_sequence SET seq = 3 WHERE name = 'occurrences'");

  test.each<[what: string, falsify: () => Promise<void>]>([
    ['its newest lines are cut off with their seals', cut],
    [
      'its newest lines are cut off and the numbers of lines are reset, and honest lines follow',
      async () => {
        await cut();
        await reset();
        await write(1);
      },
    ],
    [
      'its newest lines are replaced by as many others without seals',
      async () => {
        await cut();
        await reset();
        await write(5, 99);
      },
    ],
    [
      'its newest lines are replaced by others with made-up seals',
      async () => {
        await cut();
        await reset();
        await write(4, 99);
        for (const id of [4, 5, 6, 7])
          await rows('INSERT INTO audit_log_seals VALUES (?, ?, ?, ?)', id, 'cd', 'ab'.repeat(32), '2026');
      },
    ],
  ])('seals nothing, overwrites no head and tells health and desk once when %s', async (_, falsify) => {
    const before = await kept();
    await falsify();
    const seals = await rows('SELECT * FROM audit_log_seals');
    for (let run = 0; run < 2; run += 1) await runSchedule({}, {}, ['seal audit log', 'note run']);
    expect(await rows('SELECT * FROM audit_log_seals')).toEqual(seals);
    expect(await kept()).toEqual(before);
    expect(before?.number).toBe(6);
    expect(await failing()).toEqual(['seal audit log']);
    expect(await notices()).toEqual([{ subject: 'Sealed lines of the audit log are gone' }]);
    expect((await faults()).length).toBeGreaterThan(0);
  });

  test('publishes a head that an interrupted run sealed but did not publish', async () => {
    await write(1);
    const files = deskCtx().files;
    const dead = new Proxy(files, {
      get: (own, name) =>
        name === 'put' ? () => Promise.reject(new Error('killed')) : Reflect.get(own, name).bind(own),
    });
    await expect(sealAuditLog({ ...deskCtx(), files: dead })).rejects.toThrow('killed');
    expect((await kept())?.number).toBe(6);
    await sealAuditLog(deskCtx());
    expect((await kept())?.number).toBe(7);
  });
});
