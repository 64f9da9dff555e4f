/** Where zod reads its settings: one object, whichever chunk loads first. */
const shared = globalThis as { __zod_globalConfig?: object };
shared.__zod_globalConfig ??= {};

// zod tries out whether it may compile its schemas. The security policy forbids that, and reports each attempt.
Object.assign(shared.__zod_globalConfig, { jitless: true });
