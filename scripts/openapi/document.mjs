// The OpenAPI document as the worker serves it.
import { join } from 'node:path';
import { runnerImport } from 'vite';
import meta from '../../package.json' with { type: 'json' };
import { ROOT } from '../lib/bootstrap.mjs';

const load = async (path) => {
  const options = { root: ROOT, configFile: false, logLevel: 'error' };
  return (await runnerImport(join(ROOT, path), options)).module;
};

/**
 * @returns {Promise<object>} the document of GET /api/openapi.json, built from the worker's routes without running it
 */
export async function openApiDocument() {
  const { createApp } = await load('worker/src/app.ts');
  const { documentHead } = await load('worker/src/platform/http/openapi.ts');
  return createApp().getOpenAPI31Document(documentHead(meta.version));
}
