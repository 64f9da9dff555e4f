/** After this long without input, the desk's own requests no longer keep the session alive. */
const ATTENTIVE_MS = 60_000;
const INPUTS = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

let lastInput = Date.now();

/** Tells the server which requests nobody is there to make, so that a session nobody uses ends. */
export const unattended = (): Record<string, string> =>
  Date.now() - lastInput > ATTENTIVE_MS ? { 'x-unattended': '1' } : {};

/** Notes every input, until the returned function is called. */
export function followAttention(): () => void {
  const note = () => {
    lastInput = Date.now();
  };
  note();
  for (const input of INPUTS) window.addEventListener(input, note, { passive: true, capture: true });
  return () => {
    for (const input of INPUTS) window.removeEventListener(input, note, { capture: true });
  };
}
