/** Web Push in this browser. `public/sw.js` shows the notifications. */
const WORKER = '/sw.js';

/** Why this browser cannot show notifications, as a sentence; null if it can. */
export function pushProblem(): string | null {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
    return 'This browser cannot show notifications from websites.';
  }
  if (Notification.permission === 'denied') {
    return 'Notifications from this site are blocked in your browser’s settings.';
  }
  return null;
}

function keyBytes(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

/** This browser's subscription, or null. */
export async function currentSubscription(): Promise<PushSubscription | null> {
  if (!('serviceWorker' in navigator)) return null;
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/**
 * Asks the customer, then the browser's push service. Throws a sentence when either refuses.
 * @param publicKey application server key, base64url
 */
export async function subscribeToPush(publicKey: string): Promise<PushSubscription> {
  const problem = pushProblem();
  if (problem) throw new Error(problem);
  if ((await Notification.requestPermission()) !== 'granted') {
    throw new Error('Your browser was not allowed to show notifications. Nothing has changed.');
  }
  const registration = await navigator.serviceWorker.register(WORKER);
  await navigator.serviceWorker.ready;
  const applicationServerKey = keyBytes(publicKey);
  try {
    return await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  } catch {
    throw new Error('Your browser’s push service could not be reached. Please try again later.');
  }
}
