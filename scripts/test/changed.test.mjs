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

test('a change of a contract’s test or a document runs its suite, and what is left out is named', () => {
  assert.equal(touched(['contracts/test/unit/Purchase.t.sol']).contracts, true);
  assert.deepEqual(touched(['docs/spec-index.md']).scripts, ['scripts/test/spec-index.test.mjs']);
  assert.deepEqual(touched(['docs/spec-index.md']).left, ['end-to-end tests']);
});

test('a change of a table, the contract, the API’s calls or what tests start from runs everything', () => {
  const foundations = [
    ...['migrations/0001_schema.sql', 'contracts/src/Pool.sol', 'domain/claims/api.ts'],
    ...['domain/admin/claims-api.ts', 'worker/src/platform/db/claims-schema.ts', 'worker/test/harness.ts'],
  ];
  const others = ['domain/claims/schema.ts', 'worker/src/claims/submit.ts', 'worker/test/claims.ts'];
  assert.deepEqual(touched([...foundations, ...others]).foundations, foundations);
});

test('a change of a script runs the tests that import it, also through another one', () => {
  const { scripts } = touched(['scripts/lib/bootstrap.mjs']);
  assert.ok(scripts.includes('scripts/test/spec-index.test.mjs'));
  assert.ok(!scripts.includes('scripts/test/slow-tests.test.mjs'));
});
