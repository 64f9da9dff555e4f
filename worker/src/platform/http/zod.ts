/**
 * In the place of `zod` in the bundle (see wrangler.toml). @hono/zod-openapi imports the whole of it, with its messages in 64
 * languages, but uses only this class.
 */
import { ZodType } from '../../../../node_modules/zod/index.js';

export * from '../../../../node_modules/zod/index.js';
export const z = { ZodType };
