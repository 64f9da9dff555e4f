// The CPU time of a process and all that it starts, also of programs that are killed with their parent, which a shell's
// `times` misses. Linux only: elsewhere it answers 0.
import { readdirSync, readFileSync } from 'node:fs';

const SAMPLE_MS = 1000;
/** Clock ticks per second, as every Linux reports them to programs. */
const TICKS = 100;

/** `{ parent, seconds, started }` of a process, or null if it has ended. */
function readProcess(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may have spaces of its own.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return {
      parent: Number(fields[1]),
      seconds: (Number(fields[11]) + Number(fields[12])) / TICKS,
      started: fields[19],
    };
  } catch {
    return null;
  }
}

function allProcesses() {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/**
 * Follows a process and its descendants, once seen also after their parent ended.
 * @returns {() => number} ends it; answers the CPU seconds of all of them
 */
export function followCpu(root) {
  /** Of each process by its id and start, since ids are used again. */
  const spent = new Map();
  const family = new Set([root]);
  const sample = () => {
    const running = new Map(
      allProcesses()
        .map((pid) => [Number(pid), readProcess(pid)])
        .filter(([, found]) => found !== null),
    );
    for (const pid of family) if (!running.has(pid)) family.delete(pid);
    for (let grown = true; grown; ) {
      grown = false;
      for (const [pid, { parent }] of running) {
        if (family.has(pid) || !family.has(parent)) continue;
        family.add(pid);
        grown = true;
      }
    }
    for (const pid of family) {
      const { started, seconds } = running.get(pid) ?? {};
      if (started !== undefined) spent.set(`${pid} ${started}`, seconds);
    }
  };
  sample();
  const timer = setInterval(sample, SAMPLE_MS);
  return () => {
    clearInterval(timer);
    return [...spent.values()].reduce((sum, seconds) => sum + seconds, 0);
  };
}
