// Who may import whom: the table of docs/architecture.md as rules. `npm run lint` fails on any arrow that is not in it.
const WORKER_PACKAGES = '^node_modules/(hono|@hono|drizzle-orm|jose|viem|zod)(/|$)';
/** The worker's rooms, from the top down: imports go down only. */
const ROOMS = [
  ...['jobs', 'admin', 'account', 'settlement', 'claims', 'policies', 'quotes'],
  ...['conversations', 'told', 'money', 'desk', 'inbox', 'delivery', 'analytics', 'identity', 'platform'],
];
/** Use cases that alone read and write what they are about, with their own SQL. */
const OWN_SQL =
  '^worker/src/(admin/(chains|dashboard|figures/(fees|rates)|letters|saved-replies|views)|conversations/support|settlement/health/work)\\.ts$';
const WALLET_PACKAGES = '^node_modules/(wagmi|@wagmi|viem|ox|@polkadot|@walletconnect)(/|$)';
const TEST = '\\.test\\.tsx?$|/vitest\\.config\\.ts$';

/** Everything under `from` may import only what `allowed` matches. */
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: TEST },
  to: { pathNot: allowed },
});

/** Nothing under `from` may import what `to` matches. */
const never = (name, from, to, comment) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    never(
      'no-circles',
      {},
      { circular: true },
      'Two modules that need each other are one module, or need a third.',
    ),
    never(
      'no-unresolved',
      {},
      { couldNotResolve: true, pathNot: '^(cloudflare:|virtual:)' },
      'An import that leads nowhere.',
    ),
    only(
      'domain-is-pure',
      '^domain/',
      ['^domain/', '^node_modules/(zod|viem|@noble|@scure|@polkadot-api)(/|$)'],
      'No fetch, no environment, no framework: domain imports itself, zod and pure utilities.',
    ),
    never(
      'domain-root-files',
      { path: '^domain/[^/]+$' },
      { path: '^domain/[^/]+/' },
      'The files at the root of domain are what its folders share, so they import none of them.',
    ),
    ...ROOMS.map((room, floor) =>
      never(
        `worker-room-${room}`,
        { path: `^worker/src/${room}/`, pathNot: TEST },
        {
          path: `^worker/src/((${['app|edges|index|served\\.gen', ...ROOMS.slice(0, floor)].join('|')})(/|\\.ts$))`,
        },
        `Imports go down: ${ROOMS.join(' → ')}.`,
      ),
    ),
    only(
      'worker-rooms',
      '^worker/src/',
      [
        `^worker/src/(${ROOMS.join('|')}|(app|edges|served\\.gen)\\.ts)`,
        '^domain/',
        '^node_modules/',
        '^package\\.json$',
        '^cloudflare:',
        '^(zlib|crypto)$',
      ],
      'A new room needs its place in the order.',
    ),
    never(
      'worker-platform-order',
      { path: '^worker/src/platform/(?!http/|context\\.ts)', pathNot: TEST },
      { path: '^worker/src/platform/(http/|context\\.ts)' },
      'In platform: http, then the context, then what it is made of.',
    ),
    never(
      'worker-drizzle',
      {
        path: '^worker/',
        pathNot: [TEST, '^worker/src/platform/db/', '/repository\\.ts$', OWN_SQL, '^worker/test/'],
      },
      { path: '^node_modules/drizzle-orm' },
      'SQL is in repositories, or in the one file that uses it.',
    ),
    only(
      'worker-repository',
      '^worker/src/.+/repository\\.ts$',
      ['^worker/src/platform/db/', '/repository\\.ts$', '^domain/', WORKER_PACKAGES],
      'A repository knows the database, the domain and the repositories below it.',
    ),
    never(
      'worker-told-alone',
      { path: '^worker/', pathNot: ['^worker/src/(told|inbox|delivery/outbox/write)/', TEST] },
      { path: '^worker/src/(delivery/outbox/write/|inbox/(post\\.ts|written/))' },
      'Only told writes a message of ours, a letter, a notification, a webhook call or a notice to the desk.',
    ),
    never(
      'worker-jobs',
      { path: '^worker/src/jobs/', pathNot: TEST },
      { path: '^worker/src/(platform/db/|.+/repository\\.ts)' },
      'Jobs call use-cases.',
    ),
    only(
      'fault-checker-alone',
      '^scripts/faults/checker/',
      ['^scripts/faults/checker/', '^node_modules/(viem|@noble|@polkadot-api)(/|$)'],
      'The checker of the fault campaign shares no code with what it checks.',
    ),
    never('worker-not-web', { path: '^worker/' }, { path: '^(web|e2e)/' }, 'The worker knows no screen.'),
    never(
      'web-not-worker',
      { path: '^web/src/' },
      { path: '^(worker|e2e|scripts)/' },
      'The web speaks to the worker over HTTP only.',
    ),
    never(
      'web-wallet-alone',
      { path: '^web/src/', pathNot: ['^web/src/wallet/', TEST] },
      { path: WALLET_PACKAGES },
      'The wallet folder is the only place for wagmi, viem and @polkadot.',
    ),
    only(
      'web-lib',
      '^web/src/lib/',
      ['^web/src/lib/', '^domain/', '^node_modules/'],
      'web order, from the bottom: lib and state, then ui, wallet, features, routes. lib knows no state.',
    ),
    only(
      'web-state',
      '^web/src/state/',
      ['^web/src/state/', '^domain/', '^node_modules/'],
      'State lives beside lib, and neither needs the other.',
    ),
    only(
      'web-ui',
      '^web/src/ui/',
      ['^web/src/(ui|lib)/', '^domain/', '^node_modules/'],
      'The design system builds on lib alone.',
    ),
    only(
      'web-wallet',
      '^web/src/wallet/',
      ['^web/src/(wallet|state|lib|ui)/', '^domain/', '^node_modules/'],
      'Of screens, the wallet has the step that asks it, built from ui.',
    ),
    only(
      'web-features',
      '^web/src/features/([^/]+)/',
      ['^web/src/features/$1/', '^web/src/(wallet|state|lib|ui)/', '^domain/', '^node_modules/'],
      'Features do not know each other, or the routes that compose them.',
    ),
    never(
      'web-no-family',
      { path: '^web/src/(features|routes)/' },
      { path: '^web/src/wallet/(evm|polkadot)/' },
      'Only wallet knows families of chains.',
    ),
    never(
      'web-wallet-families',
      { path: '^web/src/wallet/(evm|polkadot)/', pathNot: TEST },
      { path: '^web/src/wallet/((?!$1)(evm|polkadot)/|runtime\\.ts|load\\.ts)' },
      'The families do not know each other, or the switch above them.',
    ),
    never(
      'web-not-routes',
      { path: '^web/src/(features|ui|lib|state|wallet)/' },
      { path: '^web/src/(routes/|router|routeTree)' },
      'Screens and their tests do not know the routes that show them.',
    ),
    never(
      'web-root-files',
      {
        path: '^web/src/(features/[^/]+|wallet|state|lib|ui)/[^/]+$',
        // The switches between the families of chains, which load them.
        pathNot: [TEST, '^web/src/wallet/(runtime|look-up|contract)\\.ts$'],
      },
      // A drawing is no code.
      { path: '^web/src/$1/[^/]+/', pathNot: '\\.svg$' },
      'The files at the root of a folder are what its subfolders share, so they import none of them.',
    ),
    never(
      'web-ui-no-data',
      { path: '^web/src/ui/', pathNot: TEST },
      { path: '^web/src/lib/api|^node_modules/@tanstack/react-query' },
      'The design system shows data, it does not fetch it.',
    ),
    never(
      'web-two-clients',
      { path: '^web/src/(features|routes)/', pathNot: ['^web/src/features/admin/queries\\.ts$', TEST] },
      { path: '^web/src/lib/api/client' },
      'There are two clients of the API: lib/api/api.ts, and the desk’s in features/admin/queries.ts.',
    ),
    never(
      'e2e-outside',
      { path: '^e2e/' },
      { path: '^(web|worker)/' },
      'End-to-end tests know the screen and the API, never the source.',
    ),
    never(
      'nobody-imports-tests',
      { pathNot: [TEST, '^e2e/', '^(worker|web)/test/'] },
      { path: [TEST, '^(worker|web)/test/'] },
      'Tests are leaves.',
    ),
  ],
  options: {
    // What the tests of web share imports every folder, which would make a circle of any two.
    doNotFollow: { path: ['node_modules', '^web/test/'] },
    exclude: { path: ['^dist/', '^\\.local/', 'routeTree\\.gen\\.ts$', '^worker/env\\.d\\.ts$'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'module', 'types', 'default'],
    },
  },
};
