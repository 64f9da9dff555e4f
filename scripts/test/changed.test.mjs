import assert from 'node:assert/strict';
import { test } from 'node:test';
import { touched } from '../lib/changed.mjs';

test('a change of the domain concerns the tests and types of everything that imports it', () => {
  const { types, related, contracts } = touched(['domain/money.ts']);
  assert.deepEqual(types, ['domain', 'worker', 'web', 'e2e']);
  assert.deepEqual(related, {
    domain: ['domain/money.ts'],
    worker: ['domain/money.ts'],
    web: ['domain/money.ts'],
  });
  assert.equal(contracts, false);
});

test('a change of one side concerns that side alone', () => {
  const { types, related } = touched(['web/src/ui/button.tsx', 'README.md']);
  assert.deepEqual(types, ['web']);
  assert.deepEqual(related, { domain: [], worker: [], web: ['web/src/ui/button.tsx'] });
});

test('a change of a contract, a migration or a document runs its suite, and what is left out is named', () => {
  assert.equal(touched(['contracts/src/InsurancePayment.sol']).contracts, true);
  assert.deepEqual(touched(['docs/spec-index.md']).scripts, ['scripts/test/spec-index.test.mjs']);
  const { scripts, left } = touched(['migrations/0001_schema.sql']);
  assert.deepEqual(scripts, ['scripts/test/schema.test.mjs']);
  assert.deepEqual(left, ['end-to-end tests', 'the worker’s tests of what the migration changes']);
});

test('a change of a script runs the tests that import it, also through another one', () => {
  const { scripts } = touched(['scripts/lib/bootstrap.mjs']);
  assert.ok(scripts.includes('scripts/test/spec-index.test.mjs'));
  assert.ok(!scripts.includes('scripts/test/slow-tests.test.mjs'));
});
