import { createRequire } from 'node:module';
import type { TestProject } from 'vitest/node';

type Setup = (project: TestProject) => Promise<() => unknown>;

/** Node loads these itself: the loader of the tests would transform a thousand modules of libraries for them. */
const load = (file: string): Setup => createRequire(import.meta.url)(file).default;

/** Starts what every test needs outside the worker. */
export default async function setup(project: TestProject) {
  const ends = [await load('./chains.ts')(project), await load('./listener.ts')(project)];
  return async () => {
    for (const end of ends) await end();
  };
}
