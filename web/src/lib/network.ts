/**
 * Whether the network was lost since this page was loaded. `navigator.onLine` alone would also call a browser offline that
 * reaches a server on its own machine.
 */
export const network = { lost: false };

for (const event of ['offline', 'online']) {
  globalThis.addEventListener?.(event, () => {
    network.lost = event === 'offline';
  });
}

export const OFFLINE = 'You are offline. Please try again when you are back online.';
