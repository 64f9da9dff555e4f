import { pathToFileURL } from 'node:url';
import { tanstackRouterGenerator } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { prose } from './mdx.ts';
import { pictures } from './pictures.ts';

/** Tests of dates and times also run in time zones behind and ahead of UTC. */
const DATED = [
  'src/lib/{format,local-time,term}.test.ts',
  'src/features/policy/display.test.ts',
  'src/features/claims/detail/call-times.test.ts',
  'src/features/claims/form/claim-form.test.ts',
  'src/features/admin/insight/{figures,period}.test.ts',
  'test/time-zone.test.ts',
];
const ZONES = ['America/Los_Angeles', 'Pacific/Auckland'];

/** There is no Worker here, so pdf.js imports its worker's code into the page: it needs the address of the file. */
const pdfWorker = {
  name: 'pdf-worker',
  enforce: 'pre' as const,
  load: (id: string) =>
    id.endsWith('/pdf.worker.min.mjs?url')
      ? `export default ${JSON.stringify(pathToFileURL(id.replace('?url', '')).href)}`
      : null,
};

export default defineConfig({
  root: import.meta.dirname,
  define: { __DEMO_WALLET__: 'true' },
  plugins: [pdfWorker, tanstackRouterGenerator(), prose(), pictures(), react()],
  test: {
    restoreMocks: true,
    unstubGlobals: true,
    isolate: false,
    setupFiles: ['./test/fresh.ts'],
    testTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: { name: 'logic', include: ['src/**/*.test.ts', 'test/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          include: ['src/**/*.test.tsx', 'test/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['./test/setup.ts'],
        },
      },
      ...ZONES.map((zone) => ({
        extends: true as const,
        test: { name: `logic in ${zone}`, include: DATED, env: { TZ: zone, TEST_ZONE: zone } },
      })),
    ],
  },
});
