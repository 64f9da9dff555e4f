import { resolve } from 'node:path';
import mdx from '@mdx-js/rollup';
import type { Plugin } from 'vite';

const components = resolve(import.meta.dirname, 'src/features/company/mdx-components.tsx');

/** Compiles text pages (`*.mdx`) before the React plugin sees them. */
export const prose = () =>
  ({ enforce: 'pre', ...mdx({ providerImportSource: components, mdExtensions: [] }) }) as Plugin;
