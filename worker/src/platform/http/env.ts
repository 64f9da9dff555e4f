import type { Ctx } from '../context.ts';

/** What Hono's handlers see. */
export interface AppEnv {
  Bindings: Env;
  Variables: { ctx: Ctx };
}
