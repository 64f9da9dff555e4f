import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { cloudflare } from '@cloudflare/vite-plugin';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { CHUNKS } from './chunks.ts';
import { prose } from './mdx.ts';
import { pictures } from './pictures.ts';
import { pureDomain } from './pure-domain.ts';
import { withoutJsonSchema } from './without-json-schema.ts';

const root = import.meta.dirname;
const stateDir = resolve(root, '..', process.env.STATE_DIR ?? '.local');

/** The worker inside Vite, with the database and variables that `npm run dev` has prepared. */
const worker = () =>
  cloudflare({
    configPath: '../wrangler.toml',
    persistState: { path: resolve(stateDir, 'd1') },
    config: {
      vars: JSON.parse(readFileSync(resolve(stateDir, 'vars.json'), 'utf8')),
      // Nothing is prerendered here: every page starts from index.html.
      assets: { not_found_handling: 'single-page-application' },
    },
  });

/** Preloads the basic part of the typeface under its hashed name, so that text renders once. */
function preloadFont(): Plugin {
  return {
    name: 'mooring:preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((name) => /inter-basic.*\.woff2$/.test(name));
        if (!font) throw new Error('The basic typeface is not in the bundle');
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: true };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}

/** In development the chain configuration is in the state folder; a built site has it next to its pages. */
function serveDeployment(): Plugin {
  return {
    name: 'mooring:deployment',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use('/deployment.json', async (_request, response) => {
        try {
          const text = await readFile(resolve(stateDir, 'deployment.json'), 'utf8');
          response.setHeader('content-type', 'application/json').end(text);
        } catch {
          response.writeHead(404).end();
        }
      });
    },
  };
}

/** Leaves out WalletConnect's own dialog: some 90 files that ours replaces and nothing ever loads. */
function withoutAppKit(): Plugin {
  const EMPTY = '\0no-appkit';
  return {
    name: 'mooring:without-appkit',
    enforce: 'pre',
    resolveId: (id) => (id === '@reown/appkit/core' ? EMPTY : undefined),
    load: (id) => (id === EMPTY ? 'export {};' : undefined),
  };
}

/** Chunks to preload with a lazy one. The entry has to name them all, so not what it loads itself, nor the lazy one. */
const preloaded = (file: string, chunks: string[], { hostType }: { hostType: 'html' | 'js' }) =>
  hostType === 'html'
    ? chunks
    : chunks.filter((chunk) => chunk !== file && !/\/(vendor|base|rolldown-runtime)-/.test(chunk));

/** Chunks that `preloaded` knows by their name. The entry lists the others, so they have a short hash alone. */
const chunkFileNames = ({ name }: { name: string }) =>
  /^(vendor|base|rolldown-runtime)$/.test(name) ? 'assets/[name]-[hash].js' : 'assets/[hash:7].js';

export default defineConfig(({ command }) => ({
  root,
  envDir: false,
  define: { __DEMO_WALLET__: JSON.stringify(process.env.VITE_DEMO_WALLET === '1') },
  server: { cors: false },
  resolve: {
    // Polkadot's cryptography as JavaScript instead of WebAssembly, which the security policy would have to allow.
    alias: [{ find: /^@polkadot\/wasm-crypto-init$/, replacement: '@polkadot/wasm-crypto-init/asm' }],
  },
  build: {
    outDir: resolve(root, '../dist/site'),
    emptyOutDir: true,
    manifest: true,
    // Compressing every file only to print its size takes longer than it is worth.
    reportCompressedSize: false,
    // The security policy allows fonts from our files alone.
    assetsInlineLimit: (path) => (path.endsWith('.woff2') ? false : undefined),
    target: 'es2023',
    // Every browser of that target supports it.
    modulePreload: { polyfill: false, resolveDependencies: preloaded },
    rolldownOptions: {
      output: {
        chunkFileNames,
        codeSplitting: {
          groups: CHUNKS,
        },
      },
    },
  },
  plugins: [
    tanstackRouter({
      autoCodeSplitting: true,
      // The desk's routes load one chunk of their own (src/routes/-desk.ts).
      codeSplittingOptions: {
        splitBehavior: ({ routeId }) => (routeId.startsWith('/admin') ? [] : undefined),
      },
    }),
    prose(),
    pictures(),
    react(),
    tailwindcss(),
    preloadFont(),
    serveDeployment(),
    withoutAppKit(),
    withoutJsonSchema(),
    pureDomain(),
    command === 'serve' && worker(),
  ],
}));
