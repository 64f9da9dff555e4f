export type ToastKind = 'success' | 'error' | 'info';
export interface ToastCall {
  kind: ToastKind;
  message: string;
  description?: string | undefined;
}

let queue: ToastCall[] = [];
let deliver: ((call: ToastCall) => void) | null = null;
let wanted = false;
const listeners = new Set<() => void>();

function push(call: ToastCall): void {
  if (deliver) {
    deliver(call);
    return;
  }
  queue.push(call);
  wanted = true;
  for (const listener of listeners) listener();
}

/** Short messages at the edge of the screen, announced to screen readers. The code behind them loads with the first. */
export const toast = {
  success: (message: string, description?: string) => push({ kind: 'success', message, description }),
  error: (message: string, description?: string) => push({ kind: 'error', message, description }),
  info: (message: string, description?: string) => push({ kind: 'info', message, description }),
};

/** Called by the toaster once it stands: it gets what came before it. */
export function takeDelivery(next: (call: ToastCall) => void): void {
  deliver = next;
  for (const call of queue) next(call);
  queue = [];
}

/** For the toasts' place: whether there has been one, and when that changes. */
export const toastDemand = {
  wanted: () => wanted,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
