import { vi } from 'vitest';

// Test files share a worker to save its start. Each still gets modules and storage that no other file has touched.
vi.useRealTimers();
vi.resetModules();
if (typeof window !== 'undefined') {
  window.localStorage.clear();
  window.sessionStorage.clear();
}
