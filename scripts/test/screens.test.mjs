import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { NOT_PHOTOGRAPHED, README_PICTURES, SCREENS } from '../../e2e/fixtures/screens.ts';
import { ROOT } from '../lib/bootstrap.mjs';

const ROUTES = join(ROOT, 'web/src/routes');

/** `/policy/$id/change` from `_wallet/policy_.$id.change.tsx`; null for what is no page. */
function routeOf(file) {
  const source = readFileSync(join(ROUTES, file), 'utf8');
  const path = /createFileRoute\('([^']+)'\)/.exec(source)?.[1];
  if (path === undefined || path === '/_wallet') return null;
  return path
    .replace('/_wallet', '')
    .replaceAll('_/', '/')
    .replace(/(.)\/$/, '$1');
}

const routes = readdirSync(ROUTES, { recursive: true })
  .filter((file) => file.endsWith('.tsx'))
  .map(routeOf)
  .filter((path) => path !== null);

const shots = Object.values(SCREENS).flatMap((screens) => Object.entries(screens));
const pages = shots.map(([, address]) => new URL(address, 'http://site.test').pathname);

/** Whether the address belongs to the route and to no other one. */
const leadsTo = (route) => {
  const pattern = new RegExp(`^${route.replaceAll(/\$\w*/g, '[^/]+')}$`);
  return (page) => pattern.test(decodeURI(page)) && (page === route || !routes.includes(page));
};

describe('the pictures of the screens', () => {
  test('show every route of the site, except those with a stated reason', () => {
    assert.ok(routes.length > 40, `only ${routes.length} routes were found`);
    const missing = routes.filter((route) => !pages.some(leadsTo(route)));
    assert.deepEqual(missing.sort(), Object.keys(NOT_PHOTOGRAPHED).sort());
  });

  test('have names of their own', () => {
    const names = shots.map(([name]) => name);
    assert.deepEqual(
      names.filter((name, index) => names.indexOf(name) !== index),
      [],
    );
  });

  test('in the README come from the suite, and docs/images has no others', () => {
    const names = shots.map(([name]) => name);
    for (const file of Object.keys(README_PICTURES)) {
      assert.ok(names.includes(file.replace(/-(390|1440)-(light|dark)$/, '')), file);
    }
    assert.deepEqual(readdirSync(join(ROOT, 'docs/images')).sort(), Object.values(README_PICTURES).sort());
  });
});
