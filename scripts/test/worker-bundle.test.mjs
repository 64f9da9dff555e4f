import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { bundleWorker, WORKER_SOURCES } from '../lib/wrangler.mjs';

/** KiB of the whole worker, minified and gzipped; Cloudflare's smallest plan takes 3,072. */
const LIMIT = 757;
/** Libraries that only a PDF needs. */
const PDF = /node_modules\/(pdfkit|fontkit|bidi-js|qrcode)\//;

const out = await bundleWorker();
const code = readFileSync(join(out, 'index.js'), 'utf8');
const { inputs, outputs } = JSON.parse(readFileSync(join(out, 'meta.json'), 'utf8'));
const [, built] = Object.entries(outputs).find(([file]) => file.endsWith('index.js'));

/** Files that run when the worker starts: the entry and its static imports, recursively. */
function startup() {
  const found = new Set();
  const add = (file) => {
    if (found.has(file)) return;
    found.add(file);
    for (const { path, kind } of inputs[file]?.imports ?? []) if (kind !== 'dynamic-import') add(path);
  };
  add('worker/src/index.ts');
  return [...found];
}

test('the worker runs the code for PDFs only when it makes one', () => {
  assert.ok(Object.keys(inputs).some((file) => PDF.test(file)));
  const files = startup();
  assert.ok(files.length > 500);
  assert.deepEqual(
    files.filter((file) => PDF.test(file)),
    [],
  );
});

test('the worker is bundled again when any file in the bundle changes', () => {
  const known = ['node_modules', ...WORKER_SOURCES];
  // Names with a colon are modules of the runtime, or made by wrangler.
  const files = Object.keys(inputs).filter((file) => !file.includes(':'));
  assert.deepEqual(
    files.filter((file) => !known.some((source) => `${file}/`.startsWith(`${source}/`))),
    [],
  );
});

test('the worker speaks English only, so it carries none of zod’s other languages', () => {
  assert.deepEqual(
    Object.entries(built.inputs)
      .filter(([file, { bytesInOutput }]) => /zod\/v4\/locales\/(?!index)/.test(file) && bytesInOutput > 0)
      .map(([file]) => file.split('/').at(-1)),
    ['en.js'],
  );
});

test('the bundle asks for no address of its own, which a deployed worker lacks', () => {
  assert.ok(!code.includes('import.meta.url'));
});

test(`the worker is at most ${LIMIT} KiB gzipped`, () => {
  const size = gzipSync(code).length / 1024;
  process.stdout.write(`worker: ${size.toFixed(1)} KiB of JavaScript, gzipped\n`);
  assert.ok(size > 500);
  assert.ok(size <= LIMIT);
});
