import { reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { CHEAPEST, setPasswordCost } from '#worker/admin/auth/password.ts';
import { nextClient, scanFromHere } from './harness.ts';
import { forgetUse } from './local-chains.ts';
import { printLogOfFailures } from './log.ts';
import { migrate } from './migrate.ts';
import { reachThroughRuntime } from './reach.ts';
import { askRealNode } from './substrate.ts';

// The cost of production takes 0.2 s a password; its own test sets it again.
setPasswordCost(CHEAPEST);

// Every test file starts with its own storage, and without the chain events of the files before it.
askRealNode();
reachThroughRuntime(false);
forgetUse();
nextClient();
printLogOfFailures();
// What nobody used for ten seconds has left memory, and reset() would leave it as it is: on a busy machine loading a file
// takes longer than that.
await Promise.all([env.DB.prepare('SELECT 1').run(), env.FILES.head('anything')]);
await reset();
await migrate();
await scanFromHere();
