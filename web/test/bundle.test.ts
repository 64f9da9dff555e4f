// @vitest-environment node
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSite, LANDING_PARTS } from '../../scripts/lib/site-bundle.mjs';

/** KiB of gzipped JavaScript that the landing page may load until it is idle. */
const LANDING_LIMIT = 120;

let out = '';
let site: Awaited<ReturnType<typeof buildSite>>;

beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), 'mooring-site-'));
  site = await buildSite(out);
}, 120_000);
afterAll(() => rm(out, { recursive: true, force: true }));

/** What the landing page may load later, after an action of the visitor or for a wallet of an earlier visit. */
const ON_DEMAND = [
  ...LANDING_PARTS,
  /^src\/routes\//,
  'src/features/auth/connect-dialog.tsx',
  'src/features/auth/queries.ts',
  'src/features/auth/wallet-notices.ts',
  'src/features/admin/desk/screens.ts',
  'src/features/messages/unread-badge.tsx',
  'src/features/price-finder/price-finder.tsx',
  'src/features/registry/paid-claims.tsx',
  'src/features/shell/not-found.tsx',
  'src/features/shell/others-menu.tsx',
  'src/features/shell/small-menu.tsx',
  'src/lib/kept/vault.ts',
  'src/query-provider.tsx',
  'src/ui/calendar-popover.tsx',
  'src/ui/toaster.tsx',
  'src/wallet/runtime.ts',
];

/** KiB of gzipped JavaScript that a visitor's quote may load until it is idle. React and the router are 95 of them. */
const QUOTE_LIMIT = 203;

/** KiB of gzipped JavaScript that a page of text may load. */
const TEXT_LIMIT = 135;

/** KiB of gzipped JavaScript and files that a screen of a connected wallet may load until it is idle. */
const CONNECTED_LIMIT = 230;
const CONNECTED_FILES = 15;

describe('the landing page', () => {
  it(`loads at most ${LANDING_LIMIT} KiB of JavaScript`, async () => {
    const size = await site.gzipped(site.landing());
    process.stdout.write(`landing page: ${size.toFixed(1)} KiB of JavaScript, gzipped\n`);
    // The entry, the page and its figures.
    expect(site.landing().length).toBeGreaterThan(2);
    expect(size).toBeGreaterThan(50);
    expect(size).toBeLessThanOrEqual(LANDING_LIMIT);
  });

  const stylesheets = async () => {
    const names = (await readdir(join(out, 'assets'))).filter((name) => name.endsWith('.css'));
    return Promise.all(names.map((name) => readFile(join(out, 'assets', name), 'utf8')));
  };

  it('the styles bring no font within themselves, which the security policy would refuse', async () => {
    const styles = await stylesheets();
    expect(styles.length).toBeGreaterThan(0);
    for (const style of styles) expect(style).not.toContain('data:font');
  });

  it('labels of hidden inputs show the focus ring in its color', async () => {
    // Tailwind makes no rule for a color that the theme lacks, and doesn't warn.
    const rules = (await stylesheets()).join('').match(/[^{}]*:outline-focus[^{}]*\{[^}]*\}/g) ?? [];
    expect(rules.length).toBeGreaterThan(0);
    for (const rule of rules) expect(rule).toContain('outline-color:var(--color-focus)');
  });

  it('no script of the site holds code of @substrate/connect or smoldot, whose license asks for more than a name', async () => {
    const scripts = (await readdir(join(out, 'assets'))).filter((name) => name.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(50);
    for (const name of scripts) {
      const code = await readFile(join(out, 'assets', name), 'utf8');
      // Sentences of the two, which survive minification.
      expect(code, name).not.toMatch(
        /JSON-RPC requests queue is full|Unknown well-known chain|rococo_v2_2_asset_hub/,
      );
    }
  });

  it('the landing page loads nothing else until it is requested', () => {
    const later = new Set(site.landing().flatMap((key) => site.manifest[key]?.dynamicImports ?? []));
    // Calls have their chunk's name if other pages share their schemas, and so have signing in and what recovers from failures.
    const known = (key: string) =>
      /^(queries|customer|afterwards)$/.test(site.manifest[key]?.name ?? '') ||
      ON_DEMAND.some((entry) => (typeof entry === 'string' ? key === entry : entry.test(key)));
    expect([...later].filter((key) => !known(key))).toEqual([]);
  });

  it('the landing page contains nothing of wagmi, viem or zod', async () => {
    for (const key of site.landing()) {
      const code = await site.text(key);
      expect(code, key).not.toMatch(/wallet_requestPermissions|eip6963|eth_sendTransaction|secp256k1|viem@/);
      expect(code, key).not.toMatch(/ZodError/);
    }
  });

  it('no page loads code of any wallet before somebody connects', async () => {
    const WALLETS = /wallet_requestPermissions|wc_sessionPropose|SubWallet\/Polkadot connection failed/;
    for (const route of site.routes) {
      const codes = await Promise.all(site.withImports([route]).map(site.text));
      expect(
        codes.some((code) => WALLETS.test(code)),
        route,
      ).toBe(false);
    }
    // Each family follows by an import() of its own.
    expect(site.manifest['src/wallet/runtime.ts']?.dynamicImports).toEqual(
      expect.arrayContaining(['src/wallet/evm/wallet.ts', 'src/wallet/polkadot/wallet.ts']),
    );
  });

  it(`a visitor’s quote loads at most ${QUOTE_LIMIT} KiB of JavaScript, and nothing of viem`, async () => {
    const pages = site.routes.filter((key) => key.startsWith('src/routes/quote.$type.tsx'));
    expect(pages.length).toBeGreaterThan(0);
    const loaded = site.withImports([...site.entries, 'src/query-provider.tsx', ...pages]);
    const size = await site.gzipped(loaded);
    process.stdout.write(`a visitor’s quote: ${size.toFixed(1)} KiB of JavaScript, ${loaded.length} files\n`);
    expect(size).toBeLessThanOrEqual(QUOTE_LIMIT);
    const codes = await Promise.all(loaded.map(site.text));
    expect(codes.filter((code) => /eth_call|secp256k1|viem@/.test(code))).toEqual([]);
  });

  it(`pages of text load at most ${TEXT_LIMIT} KiB of JavaScript, and nothing of zod or React Query`, async () => {
    for (const page of ['about', 'help', 'privacy', 'terms', 'documentation', 'api-reference']) {
      const parts = site.routes.filter((key) => key.startsWith(`src/routes/${page}.tsx`));
      expect(parts, page).not.toEqual([]);
      const loaded = site.withImports([...site.entries, ...parts]);
      expect(await site.gzipped(loaded), page).toBeLessThanOrEqual(TEXT_LIMIT);
      const codes = await Promise.all(loaded.map(site.text));
      expect(codes.filter((code) => /ZodError|QueryClientProvider|No QueryClient set/.test(code))).toEqual(
        [],
      );
    }
  });

  it(`each screen of a connected wallet loads at most ${CONNECTED_LIMIT} KiB in ${CONNECTED_FILES} files`, async () => {
    const layout = site.routes.filter((key) => key.startsWith('src/routes/_wallet.tsx'));
    const parts = site.routes.filter((key) => key.startsWith('src/routes/_wallet/'));
    const screens = new Set(parts.map((key) => key.replace(/\?.*$/, '')));
    expect(screens.size).toBeGreaterThan(10);
    for (const screen of screens) {
      const keys = parts.filter((key) => key.replace(/\?.*$/, '') === screen);
      const loaded = site.withImports([...site.entries, 'src/query-provider.tsx', ...layout, ...keys]);
      expect(loaded.length, screen).toBeGreaterThan(5);
      expect(loaded.length, screen).toBeLessThanOrEqual(CONNECTED_FILES);
      expect(await site.gzipped(loaded), screen).toBeLessThanOrEqual(CONNECTED_LIMIT);
    }
  });

  it('each family of wallets has chunks of its own, with the strings that the landing page must not have', async () => {
    const codeOf = async (key: string) =>
      (await Promise.all(site.withImports([key]).map(site.text))).join('\n');
    const [runtime, evm, polkadot] = await Promise.all(
      ['runtime', 'evm/wallet', 'polkadot/wallet'].map((name) => codeOf(`src/wallet/${name}.ts`)),
    );
    const EVM = /wallet_requestPermissions|eth_sendTransaction/;
    const POLKADOT = /SubWallet\/Polkadot connection failed/;
    expect(runtime).not.toMatch(EVM);
    expect(runtime).not.toMatch(POLKADOT);
    expect(evm).toMatch(EVM);
    expect(evm).not.toMatch(POLKADOT);
    expect(evm, 'WalletConnect loads on its own').not.toMatch(/wc_sessionPropose/);
    expect(polkadot).toMatch(POLKADOT);
    expect(polkadot).not.toMatch(EVM);
    const size = await site.gzipped(site.withImports(['src/wallet/polkadot/wallet.ts']));
    process.stdout.write(`Polkadot, to connect: ${size.toFixed(1)} KiB, gzipped\n`);
  });

  it('the site has WalletConnect’s SDK in a chunk of its own, and nothing of its dialog', async () => {
    const sdk = Object.keys(site.manifest).filter((key) => key.includes('@walletconnect/ethereum-provider'));
    expect(sdk).toHaveLength(1);
    expect((await Promise.all(site.withImports(sdk).map(site.text))).join('\n')).toMatch(/wc_sessionPropose/);
    process.stdout.write(`WalletConnect: ${(await site.gzipped(sdk)).toFixed(1)} KiB, gzipped\n`);
    expect(Object.keys(site.manifest).filter((key) => key.includes('@reown'))).toEqual([]);
  });
});

/** A call that only the desk makes. */
const DESK_CALL = '/admin/auth/profile';

describe('the desk', () => {
  const codeOf = async (key: string) =>
    (await Promise.all(site.withImports([key]).map(site.text))).join('\n');

  const DESK = 'src/features/admin/desk/screens.ts';

  it('no customer’s page loads anything of the desk', async () => {
    expect(site.routes.length).toBeGreaterThan(20);
    const codes = await Promise.all([...site.entries, ...site.routes].map(codeOf));
    expect(codes.filter((code) => code.includes(DESK_CALL))).toEqual([]);
  });

  it('the desk is one chunk with the strings that customers’ pages must not load', async () => {
    expect(await site.text(DESK)).toContain(DESK_CALL);
    const chunks = Object.keys(site.manifest).filter((key) => /^src\/(routes|features)\/admin\//.test(key));
    const pdf = chunks.filter((key) => key.startsWith('src/features/admin/documents/pdf-view'));
    expect(pdf).not.toEqual([]);
    expect(chunks.filter((key) => !pdf.includes(key))).toEqual([DESK]);
  });
});

describe('the charts', () => {
  // Names that only the drawing library has.
  const DRAWING = /recharts-/;
  const drawn = async (key: string) => {
    const codes = await Promise.all(site.withImports([key]).map(site.text));
    return codes.some((code) => DRAWING.test(code));
  };

  it('no page and no screen of the desk loads the drawing library before a chart is drawn', async () => {
    const screens = Object.keys(site.manifest).filter((key) => /^src\/(routes|features)\//.test(key));
    // The desk's dashboard, revenue and reports, which have charts.
    expect(screens).toContain('src/features/admin/desk/screens.ts');
    const loading = await Promise.all(screens.map(drawn));
    expect(screens.filter((_, index) => loading[index])).toEqual([]);
  });

  it('a chart loads the drawing library on its own', async () => {
    expect(await drawn('src/ui/chart-drawing.tsx')).toBe(true);
    const size = await site.gzipped(site.withImports(['src/ui/chart-drawing.tsx']));
    process.stdout.write(`a chart: ${size.toFixed(1)} KiB of JavaScript, gzipped\n`);
  });
});

describe('a production build', () => {
  it('a production build contains nothing of the demo wallet', async () => {
    const files = (await readdir(join(out, 'assets'))).filter((name) => name.endsWith('.js'));
    expect(files.length).toBeGreaterThan(10);
    for (const name of files) {
      const code = await readFile(join(out, 'assets', name), 'utf8');
      expect(code, name).not.toMatch(/Demo Wallet|demoWalletAccount|demo customer|Polkadot payout account/i);
    }
  });

  it('a production build has no inline script, which the security policy would block', async () => {
    const html = await readFile(join(out, 'index.html'), 'utf8');
    expect([...html.matchAll(/<script(?![^>]*\ssrc=)/g)]).toHaveLength(0);
    expect(html).toMatch(/rel="preload"[^>]*inter-basic/);
  });
});
