import { defineConfig, mergeConfig } from 'vitest/config';
import tests from './vitest.config.ts';

/** `npm run bench:api`: the tests' worker and chains, over what measures instead of what tests. */
const bench = mergeConfig(tests, defineConfig({}));
bench.test = { ...bench.test, include: ['bench/**/*.bench.ts'] };
export default bench;
