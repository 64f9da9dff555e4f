import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { buildFonts } from '../scripts/lib/fonts.mjs';
import { keepInMemory } from '../scripts/lib/memory.mjs';

const root = new URL('..', import.meta.url).pathname;
// The long runs fill more than memory has.
if (!process.env.TEST_FULL) keepInMemory();
// Its collector has little to free at a time, and the other processor has other work. Most functions are called a few
// hundred times: compiling them at the first call takes less than interpreting them for a while.
process.env.MINIFLARE_WORKERD_V8_FLAGS ??=
  '--min-semi-space-size=64 --max-semi-space-size=128 --single-threaded-gc --always-sparkplug';
/** The certificate's fonts, as a built site has them. */
const site = await buildFonts();

/**
 * Libraries of many modules, bundled before the tests: a module of its own costs a message to the test runner, and what it
 * exports is read through a getter each time.
 */
const BUNDLED = [
  'drizzle-orm',
  'drizzle-orm/batch',
  'drizzle-orm/d1',
  'drizzle-orm/sqlite-core',
  'hono',
  'hono/cors',
  'hono/factory',
  'hono/http-exception',
  'hono/request',
  'hono/route',
  'hono/secure-headers',
  'hono/utils/http-status',
  '@hono/zod-openapi',
  '@asteasolutions/zod-to-openapi',
  'zod',
  'viem',
  'viem/accounts',
  'viem/actions',
  'viem/siwe',
  'viem/utils',
  '@noble/curves/ed25519.js',
  '@noble/curves/secp256k1.js',
  '@noble/hashes/blake2.js',
  '@noble/hashes/utils.js',
  '@polkadot-api/metadata-builders',
  '@polkadot-api/substrate-bindings',
  '@scure/base',
  '@scure/sr25519',
  '@block65/webcrypto-web-push',
  'bidi-js',
  'csv-stringify/sync',
  'fast-check',
  'ipaddr.js',
  'isbot',
  'jose',
  'otpauth',
  'qrcode',
];

/** The tests of the fault campaign move a chain through time, so no other file comes after theirs. */
class CampaignLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLast = ({ moduleId }: TestSpecification) => moduleId.includes('/test/campaign');
    const sorted = await super.sort(files);
    return [...sorted.filter((file) => !isLast(file)), ...sorted.filter(isLast)];
  }
}

export default defineConfig({
  // Steps of the gate start at once, and one's bundles must not go while it reads them.
  cacheDir: `${root}.local/test/bundled/${process.env.TEST_STEP ?? 'worker'}`,
  plugins: [
    cloudflareTest(async ({ inject }) => ({
      wrangler: { configPath: `${root}wrangler.toml` },
      miniflare: {
        // Without this it fetches an example of `request.cf` from Cloudflare.
        cf: false,
        assets: { directory: site, binding: 'ASSETS' },
        // Tests do the queues' work themselves; one of the runtime's own, a second later, can meet the end of a file, and
        // then the run stands still. Two tests fill a batch to see the real thing.
        queueConsumers: Object.fromEntries(
          ['mooring-mail', 'mooring-deliveries', 'mooring-analytics'].map((queue) => [
            queue,
            { maxBatchSize: 100, maxBatchTimeout: 60 },
          ]),
        ),
        bindings: {
          ENVIRONMENT: 'local',
          PUBLIC_ORIGIN: 'http://localhost:8787',
          RATE_SOURCE: 'reference',
          CHAINS: inject('chains'),
          SESSION_SECRET: 'a session secret that only these tests know',
          AUDIT_LOG_SECRET: 'an audit secret that only these tests know',
          QUOTE_SIGNER_KEY: inject('signerKey'),
          RELAY_KEYS: inject('relayKeys'),
          DETAILS_KEYS: JSON.stringify({ current: '1', keys: { 1: btoa('k'.repeat(32)) } }),
          MIGRATIONS: await readD1Migrations(`${root}migrations`),
        },
      },
    })),
  ],
  test: {
    root: import.meta.dirname,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    sequence: { sequencer: CampaignLast },
    globalSetup: ['./test/global-setup.ts'],
    setupFiles: ['./test/database.ts'],
    // One chain serves all files, and the plugin's own module cache does not work.
    fileParallelism: false,
    // One worker for all files, since each would load a thousand modules anew; test/database.ts empties its storage.
    isolate: false,
    fsModuleCache: false,
    deps: { optimizer: { ssr: { enabled: true, include: BUNDLED } } },
    // The first certificate loads fonts and PDF code, which takes its time on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The worker's log lines, for a test that failed.
    silent: 'passed-only',
  },
});
