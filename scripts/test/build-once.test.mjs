import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../lib/bootstrap.mjs';
import { buildOnce } from '../lib/build-once.mjs';

test('a build is made again only when a source or a flag has changed, or the last one failed', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'mooring-build-'));
  const name = basename(folder);
  t.after(() => {
    for (const path of [folder, join(ROOT, 'dist', name), join(ROOT, 'dist', `${name}.stamp`)]) {
      rmSync(path, { recursive: true, force: true });
    }
  });
  mkdirSync(join(folder, 'deep'));
  const source = join(folder, 'deep/source.ts');
  writeFileSync(source, 'one');
  let builds = 0;
  let fails = false;
  let during = () => {};
  const build = async (flags = {}) => {
    const out = await buildOnce(name, {
      sources: [relative(ROOT, folder)],
      flags,
      build: async (out) => {
        builds += 1;
        if (fails) throw new Error('It does not compile');
        during();
        mkdirSync(out, { recursive: true });
      },
    });
    assert.ok(existsSync(out));
    return builds;
  };
  assert.equal(await build(), 1);
  assert.equal(await build(), 1);
  writeFileSync(source, 'two');
  assert.equal(await build(), 2);
  assert.equal(await build({ DEMO: '1' }), 3);
  fails = true;
  writeFileSync(source, 'three');
  await assert.rejects(build({ DEMO: '1' }), /does not compile/);
  fails = false;
  assert.equal(await build({ DEMO: '1' }), 5);
  // What the build itself writes among its sources is none of them; what somebody else changes meanwhile is.
  during = () => writeFileSync(join(folder, 'routeTree.gen.ts'), `written by build ${builds}`);
  writeFileSync(source, 'four');
  assert.equal(await build(), 6);
  assert.equal(await build(), 6);
  during = () => writeFileSync(source, 'six');
  writeFileSync(source, 'five');
  assert.equal(await build(), 7);
  during = () => {};
  assert.equal(await build(), 8);
  assert.equal(await build(), 8);
});

test('a build that another process has finished meanwhile stays where it is', async (t) => {
  const name = `twice-${process.pid}`;
  t.after(() => {
    for (const path of [join(ROOT, 'dist', name), join(ROOT, 'dist', `${name}.stamp`)]) {
      rmSync(path, { recursive: true, force: true });
    }
  });
  const build = (after) =>
    buildOnce(name, {
      sources: ['package.json'],
      build: async (out) => {
        await after;
        mkdirSync(out, { recursive: true });
      },
    });
  const quick = build(Promise.resolve());
  const slow = build(quick);
  const inode = statSync(await quick).ino;
  assert.equal(statSync(await slow).ino, inode);
});
