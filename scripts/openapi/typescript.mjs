// openapi-typescript prints with TypeScript's own API, which version 7 no longer has. A bundled version 6 stands in for it.
import { registerHooks } from 'node:module';

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'typescript' ? '@ts-morph/common/dist/typescript.js' : specifier, context),
});
