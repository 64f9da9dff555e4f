/** Takes the browser's network away, or gives it back. */
export function network(event: 'offline' | 'online'): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: event === 'online' });
  window.dispatchEvent(new Event(event));
}
