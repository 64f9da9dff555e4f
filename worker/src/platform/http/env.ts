import type { Ctx } from '#worker/platform/context.ts';

/** Types of Hono's handlers. */
export interface AppEnv {
  Bindings: Env;
  Variables: { ctx: Ctx };
}
