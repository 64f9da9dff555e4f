/** Whether the browser had a network when it loaded this page. One without may still reach a server on its own machine. */
const began = navigator.onLine;

export const isOffline = (): boolean => began && !navigator.onLine;

export const OFFLINE = 'You are offline. Please try again when you are back online.';
