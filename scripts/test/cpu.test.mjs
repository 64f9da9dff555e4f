import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { followCpu } from '../lib/cpu.mjs';

test('the time of a grandchild that is killed with its parent counts', async () => {
  const child = spawn('bash', ['-c', '(while :; do :; done) & wait'], { detached: true, stdio: 'ignore' });
  const end = followCpu(child.pid);
  await pause(2500);
  process.kill(-child.pid, 'SIGKILL');
  await once(child, 'exit');
  const seconds = end();
  // Less than it ran, on a machine that others use. Elsewhere nothing can be read.
  if (process.platform === 'linux') assert.ok(seconds > 0.2);
  else assert.equal(seconds, 0);
});
