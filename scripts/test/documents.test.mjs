import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { before, describe, test } from 'node:test';
import { ROOT } from '../lib/bootstrap.mjs';
import { LONG, SUITES } from '../lib/suites.mjs';
import { openApiDocument } from '../openapi/document.mjs';

const read = (file) => readFileSync(join(ROOT, file), 'utf8');
const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);
/** All folders, and every file, so that a path can be compared from its end. */
const paths = [
  ...new Set(files.flatMap((file) => [file, `${dirname(file)}/`, `${dirname(dirname(file))}/`])),
];
/** The index quotes the specification, and the measurements are written by their scripts. */
const documents = files.filter((file) => file.endsWith('.md') && !/^bench\/|spec-index/.test(file));
const CODE = /\.(?:ts|tsx|mjs|cjs|json|toml|sol|sql|mdx|css|yaml|yml)$/;
const source = files
  .filter((file) => CODE.test(file) && file !== 'package-lock.json')
  .map(read)
  .join('\n');
const words = new Set(source.match(/\w+/g));
const schema = files
  .filter((file) => /^migrations\/.*\.sql$/.test(file))
  .map(read)
  .join('\n');

/** `[document, text]` of everything between backticks, code blocks left out. */
const quoted = documents.flatMap((file) =>
  [
    ...read(file)
      .replace(/^```[\s\S]*?^```/gm, '')
      .matchAll(/`([^`\n]+)`/g),
  ].map(([, text]) => [file, text]),
);
const wrong = (entries, isRight) =>
  entries.filter(([file, text]) => !isRight(text, file)).map(([file, text]) => `${file}: ${text}`);

/** `a/{b,c}.ts` as two paths. */
function spread(path) {
  const group = /\{([^}]+)\}/.exec(path);
  return group ? group[1].split(',').flatMap((each) => spread(path.replace(group[0], each))) : [path];
}
const matches = (path) => {
  const pattern = path
    .replace(/[.+()|[\]$^]/g, '\\$&')
    .replaceAll(/<[^>]+>|…/g, '[^/]+')
    .replaceAll('**', '.+')
    .replaceAll(/(?<!\.)\*/g, '[^/]*');
  return paths.some((each) => new RegExp(`(?:^|/)${pattern}/?$`).test(each));
};

describe('what the documents claim', () => {
  /** The calls of the API, with every parameter as `{}`. */
  let calls;
  before(async () => {
    const document = await openApiDocument();
    calls = new Set(
      Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}')}`),
      ),
    );
  });

  test('every path in the documents exists', () => {
    const isPath = (text) =>
      /^[\w.@{*<][\w.@{},*<>/-]*\.(?:ts|tsx|mjs|cjs|sol|json|md|mdx|sql|toml|yaml)$/.test(text) ||
      /^(?:domain|worker|web|contracts|scripts|docs|e2e|migrations|deploy|bench|test|src)\/[\w./-]*$/.test(
        text,
      );
    // Files that appear only on a machine or a deployment.
    const LOCAL = /^\.local\/|^deploy\/<|<address>|^(?:standard-input|deployment)\.json$/;
    const named = quoted.filter(([, text]) => isPath(text) && !LOCAL.test(text));
    assert.ok(named.length > 100, `${named.length} paths`);
    assert.deepEqual(
      wrong(named, (text) => spread(text).every(matches)),
      [],
    );
  });

  test('every link between the documents leads to a file, and to a heading if it names one', () => {
    const links = documents.flatMap((file) =>
      [...read(file).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link]) => [file, link]),
    );
    const anchors = (file) =>
      [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
        title
          .toLowerCase()
          .replaceAll(/[^\w\- ]/g, '')
          .replaceAll(' ', '-'),
      );
    const leads = (link, file) => {
      const [path, anchor] = link.split('#');
      const target = path === '' ? file : normalize(join(dirname(file), path));
      return files.includes(target) && (anchor === undefined || anchors(target).includes(anchor));
    };
    assert.deepEqual(wrong(links, leads), []);
  });

  test('every npm script and every suite in the documents exists', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const commands = documents.flatMap((file) =>
      [...read(file).matchAll(/npm run ([\w:]+)/g)].map(([, script]) => [file, script]),
    );
    assert.ok(commands.length > 20, `${commands.length} commands`);
    assert.deepEqual(
      wrong(commands, (script) => script in scripts),
      [],
    );
    const listed = /runs only those suites: ([^.]+)\./.exec(read('README.md'))?.[1] ?? '';
    assert.deepEqual(listed.match(/[\w-]+/g)?.sort(), Object.keys(SUITES).sort());
  });

  test('every column, table, trigger and other name in the documents occurs in the code', () => {
    const names = quoted.filter(([, text]) =>
      /^[a-z]\w*[_A-Z]\w*(?:\(…?\))?$|^[A-Z][A-Z_\d]{3,}$/.test(text),
    );
    assert.ok(names.length > 150, `${names.length} names`);
    assert.deepEqual(
      wrong(names, (text) => words.has(/^\w+/.exec(text)[0]) || files.some((file) => file.includes(text))),
      [],
    );
  });

  test('every table with a column in the documents is in the schema', () => {
    const columns = quoted.filter(
      ([, text]) => /^[a-z_]+\.[a-z_]+$/.test(text) && !/html$/.test(text) && !CODE.test(text),
    );
    assert.ok(columns.length > 3, `${columns.length} columns`);
    const has = (text) => {
      const [table, column] = text.split('.');
      const added = new RegExp(`ALTER TABLE [\`"]?${table}[\`"]? ADD (?:COLUMN )?[\`"]?${column}\\b`, 'i');
      // A name with a dot that is no table's is an event or a call.
      if (!new RegExp(`TABLE [\`"]?${table}\\b`, 'i').test(schema)) return source.includes(text);
      if (added.test(schema)) return true;
      const made = new RegExp(
        `CREATE (?:VIRTUAL )?TABLE [\`"]?${table}[\`"]? ?[(U][\\s\\S]*?\\n\\)`,
        'i',
      ).exec(schema);
      return made !== null && new RegExp(`\\b${column}\\b`).test(made[0]);
    };
    assert.deepEqual(wrong(columns, has), []);
  });

  test('a name that the documents place in a file occurs in that file', () => {
    const placed = documents.flatMap((file) =>
      [...read(file).matchAll(/`(\w+)(?:\([^`]*\))?` (?:in |\()`([\w./-]+\.(?:ts|tsx|mjs|sol))`/g)].map(
        ([, name, path]) => [file, `${name} in ${path}`],
      ),
    );
    assert.ok(placed.length > 8, `${placed.length} names`);
    const occurs = (text) => {
      const [name, path] = text.split(' in ');
      const found = files.filter((file) => file === path || file.endsWith(`/${path}`));
      return found.some((file) => new RegExp(`\\b${name}\\b`).test(read(file)));
    };
    assert.deepEqual(wrong(placed, occurs), []);
  });

  test('every call of the API in the documents exists', () => {
    const named = quoted
      .filter(([, text]) => /^(?:GET|POST|PATCH|PUT|DELETE) \/api\//.test(text))
      .map(([file, text]) => [file, text.replace(/\?.*$/, '')]);
    assert.ok(named.length > 15, `${named.length} calls`);
    const exists = (text) => {
      const [method, path] = text.split(' ');
      // The document does not describe itself, and a placeholder stands for every product.
      if (path === '/api/openapi.json' || path.includes('<')) return true;
      return calls.has(`${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
    };
    assert.deepEqual(wrong(named, exists), []);
  });

  test('the documents name no migration by its number, because one file holds the whole schema', () => {
    const named = documents.flatMap((file) =>
      /migrations? \d{4}|migrations\/\d{4}/i.test(read(file)) ? [file] : [],
    );
    assert.deepEqual(named, []);
  });

  test('the rooms of the worker are those of the architecture, in no more than 120 lines', () => {
    const text = read('docs/architecture.md');
    const rooms = [...text.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell]) =>
      cell.match(/[\w.]+\/?(?=`)/g),
    );
    const there = new Set(
      files.filter((file) => /^worker\/src\//.test(file)).map((file) => file.split('/').slice(2, 4)),
    );
    const real = [...there].map(([room, rest]) => (rest ? `${room}/` : room));
    assert.deepEqual(
      [...new Set(real)].filter((room) => !rooms.includes(room) && !room.endsWith('.d.ts')),
      [],
    );
    assert.ok(text.split('\n').length <= 121);
  });

  test('a decision has at most three sentences', () => {
    const long = documents
      .filter((file) => file.startsWith('docs/decisions/') && !file.endsWith('README.md'))
      .flatMap((file) =>
        read(file)
          .split(/^## /m)
          .slice(1)
          .map((part) => {
            const [title, ...body] = part.split('\n');
            // A quoted string may end a sentence of its own.
            const text = body.join(' ').replaceAll(/(?<=[\s(])'[^']+'(?=[\s.,;)])/g, '');
            return { title, sentences: text.match(/[.!?](?=["'”’)]*(?:\s|$))/g)?.length ?? 0 };
          })
          .filter(({ sentences }) => sentences < 1 || sentences > 3)
          .map(({ title, sentences }) => `${file}: ${title} (${sentences})`),
      );
    assert.deepEqual(long, []);
  });

  test('the guide to a product counts its files, and the tests it lists name the present products', () => {
    const guide = read('docs/adding-a-product.md');
    const COUNTS = ['no', 'one', 'two', 'three', 'four', 'five', 'six'];
    const [production, tests] = guide.split('\n## Tests\n');
    const listed = (part) => [...part.matchAll(/^\| `([^`]+)`/gm)].map(([, path]) => path);
    assert.equal(/touches (\w+) files/.exec(production)?.[1], COUNTS[listed(production).length]);
    assert.ok(listed(tests).length > 0);
    // A test that a new product changes names the present ones.
    const names = (file) => /home/.test(read(file)) && /travel/.test(read(file));
    assert.deepEqual(
      listed(tests).filter((file) => !names(file)),
      [],
    );
  });

  test('a product needs no migration, as the guide says, because the schema names none', () => {
    assert.match(read('docs/adding-a-product.md'), /needs no migration/);
    const products = files.flatMap((file) => /^domain\/products\/forms\/(\w+)\.ts$/.exec(file)?.[1] ?? []);
    const sold = products.filter((name) => files.includes(`domain/products/${name}.ts`) && name !== 'index');
    assert.ok(sold.length >= 3, `${sold.length} products`);
    assert.deepEqual(
      sold.filter((name) => schema.includes(`'${name}'`)),
      [],
    );
  });

  test('the numbers in the documents are those of the code', () => {
    const number = (file, pattern) => Number(pattern.exec(read(file))?.[1]?.replaceAll('_', ''));
    const constant = (file, name) => number(file, new RegExp(`${name} = (0x[\\da-f]+|[\\d_]+)`));
    const [, members] = /enum Role \{([\s\S]*?)\n\}/.exec(read('contracts/src/IGovernance.sol')) ?? [];
    const perMinute = (limiter) =>
      number('wrangler.toml', new RegExp(`name = "${limiter}"[^\\[]*?limit = (\\d+)`));
    const roles = members?.match(/^ {4}\w+,?$/gm)?.length;
    const CLAIMS = [
      [
        'docs/adding-a-product.md',
        /codes 1 to (\d+)/,
        2 ** number('contracts/src/PolicySlot.sol', /PRODUCTS = 2 \*\* (\d+)/) - 1,
      ],
      ['docs/audit.md', /at most ([\d,]+) a call/, constant('domain/audit/schema.ts', 'AUDIT_PAGE')],
      [
        'docs/operations.md',
        /\((\d+) characters or more/,
        constant('domain/admin/demo.ts', 'MIN_ADMIN_PASSWORD'),
      ],
      [
        'docs/operations.md',
        /(\d+) lines a minute/,
        constant('worker/src/admin/audit-log/seal.ts', 'AT_ONCE'),
      ],
      [
        'contracts/README.md',
        /first (\d+) claims/,
        constant('domain/payouts/limits.ts', 'MOST_DIRECT_CLAIMS'),
      ],
      ['contracts/README.md', /Of the (\d+) claims/, constant('domain/payouts/limits.ts', 'MOST_CLAIMS')],
      [
        'docs/operations.md',
        /(\w+) search index /,
        read('migrations/0001_schema.sql').match(/CREATE VIRTUAL TABLE/g)?.length,
      ],
      ['docs/security.md', /limited to (\d+) requests a minute/, perMinute('CLIENT_LIMIT')],
      ['docs/security.md', /most writes to (\d+) a minute/, perMinute('QUOTE_LIMIT')],
      ['docs/security.md', /limited to (\d+) a minute, and leave/, perMinute('EXPORT_LIMIT')],
      ['docs/audit.md', /at most (\d+) calls a minute/, perMinute('QUOTE_LIMIT')],
      [
        'docs/operations.md',
        /After (\d+) failures/,
        constant('worker/src/admin/auth/throttle.ts', 'MOST_AT_ACCOUNT'),
      ],
      ['README.md', /(\w+) run at a time/, constant('scripts/test.mjs', 'LANES')],
      ['README.md', /tests have (\w+) worker,/, number('playwright.config.ts', /workers: full \? \d : (\d)/)],
      [
        'README.md',
        /in `npm run test:full` (\w+), each/,
        number('playwright.config.ts', /workers: full \? (\d)/),
      ],
      ['README.md', /([\d,]+) draws/, number('foundry.toml', /deep\.fuzz\][^[]*?runs = ([\d_]+)/)],
      ['contracts/README.md', /([\d ]+) draws/, number('foundry.toml', /deep\.fuzz\][^[]*?runs = ([\d_]+)/)],
      ['contracts/README.md', /(\w+) roles with one holder/, roles],
      ['README.md', /(\d+) campaigns/, Number(LONG['lying-chain'][0].env.LYING_CAMPAIGNS)],
      [
        'README.md',
        /([\d,]+) runs of whole journeys/,
        LONG.faults.reduce((sum, { env }) => sum + Number(env.FAULT_RUNS), 0),
      ],
    ];
    const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
    const numeric = (text = '') =>
      WORDS.includes(text.toLowerCase())
        ? WORDS.indexOf(text.toLowerCase())
        : Number(text.replaceAll(/[ ,]/g, ''));
    for (const [file, pattern, value] of CLAIMS) {
      const text = pattern.exec(read(file))?.[1];
      assert.equal(numeric(text), value, `${file} says ${text}`);
    }
  });
});
