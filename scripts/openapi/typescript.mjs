// openapi-typescript uses TypeScript's printer API, which version 7 lacks. A bundled version 6 replaces it.
import { registerHooks } from 'node:module';

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'typescript' ? '@ts-morph/common/dist/typescript.js' : specifier, context),
});
