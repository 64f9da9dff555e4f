import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './forge.mjs';

/**
 * A copy of the contracts under `.local/<name>` with its own build, so that broken or instrumented code never ends up
 * in deployed artifacts. The libraries are shared.
 */
export function createWorkspace(name) {
  const folder = join(root, '.local', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'scripts/contracts'), { recursive: true });
  for (const path of ['contracts', 'foundry.toml', 'scripts/contracts/solc.mjs']) {
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return {
    folder,
    /** Runs forge in the copy with the quickly compiling profile. */
    forge: (args) =>
      run('forge', [...args, '--root', folder], { env: { FOUNDRY_PROFILE: 'mutants' }, cwd: folder }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
