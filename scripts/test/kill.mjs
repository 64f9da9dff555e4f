// Ends a process and everything below it at once, as a power cut does.
import { readFileSync } from 'node:fs';

function below(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children.map(Number).flatMap((child) => [child, ...below(child)]);
}

export function killAll(pid) {
  for (const each of [pid, ...below(pid)]) process.kill(each, 'SIGKILL');
}
