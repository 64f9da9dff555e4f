import { vi } from 'vitest';

// Test files share a worker to save its start. Each still gets modules and storage that no other file has touched.
vi.useRealTimers();
vi.unstubAllGlobals();
vi.resetModules();
if (typeof window !== 'undefined') {
  window.localStorage.clear();
  window.sessionStorage.clear();
  // An earlier file may have followed a link out of the site.
  (window as { happyDOM?: { setURL(url: string): void } }).happyDOM?.setURL('http://localhost:3000/');
}

const LOCAL = ['localhost', '127.0.0.1'];
const reach = globalThis.fetch;
// A request that outlives its test finds the real fetch again, and must not leave this machine.
if (reach.name !== 'reachLocally') {
  globalThis.fetch = async function reachLocally(input, init) {
    const { hostname } = new URL(input instanceof Request ? input.url : String(input), 'http://localhost');
    if (!LOCAL.includes(hostname)) throw new TypeError('Failed to fetch');
    return reach(input, init);
  };
}
