// Runs one command for as long as somebody holds our standard input open: when the parent ends, in whatever way, even by
// SIGKILL, the pipe closes and the command is ended with everything it started (this process leads its own group).
import { spawn } from 'node:child_process';

const GRACE_MS = 8000;
const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
let stopping = false;

function stop() {
  if (stopping) return;
  stopping = true;
  child.kill('SIGTERM');
  setTimeout(() => child.kill('SIGKILL'), GRACE_MS).unref();
}

process.stdin.on('end', stop).on('error', stop).resume();
process.on('SIGTERM', stop);
child.on('error', (error) => {
  console.error(`${command}: ${error.message}`);
  process.exit(127);
});
child.on('exit', (code, signal) => {
  if (stopping) process.kill(-process.pid, 'SIGKILL');
  process.exit(signal ? 1 : (code ?? 1));
});
