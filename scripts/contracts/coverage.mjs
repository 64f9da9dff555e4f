#!/usr/bin/env node
// Line and branch coverage of contracts/src without its mocks. Fails and names any file below 100 %.
import { createWorkspace } from './workspace.mjs';

const workspace = createWorkspace('coverage');
const args = ['coverage', '--report', 'summary', '--no-match-path', 'contracts/test/gas/*'];
const { status, stdout, stderr } = workspace.forge([
  ...args,
  '--no-match-coverage',
  '(mocks|test|script|node_modules)',
]);
workspace.remove();
if (status !== 0) {
  console.error(`forge coverage failed\n${stdout}${stderr}`);
  process.exit(1);
}
const rows = stdout.split('\n').filter((line) => /^\|.*%/.test(line) && !line.includes('% Lines'));
console.log(rows.join('\n'));
const short = rows.filter((row) => {
  const [, , lines, , branches] = row.split('|').map((cell) => cell.trim());
  return !lines.startsWith('100.00%') || !branches.startsWith('100.00%');
});
const complete = rows.length > 1 && short.length === 0;
console.log(complete ? 'Every line and branch is covered.' : `Not fully covered:\n${short.join('\n')}`);
process.exit(complete ? 0 : 1);
