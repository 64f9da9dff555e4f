import type { ReactNode } from 'react';
import { proxy } from 'valtio';

type ToastKind = 'success' | 'error' | 'info';
export interface ToastCall {
  kind: ToastKind;
  message: string;
  /** A second line, such as a link to the record that it is about. */
  description?: ReactNode;
  action?: ToastAction | undefined;
}

/** A button in the toast, such as Undo. */
export interface ToastAction {
  label: string;
  run: () => void;
}

let queue: ToastCall[] = [];
let deliver: ((call: ToastCall) => void) | null = null;
/** Whether any toast has been shown. */
export const toastDemand = proxy({ wanted: false });

function push(call: ToastCall): void {
  if (deliver) {
    deliver(call);
    return;
  }
  queue.push(call);
  toastDemand.wanted = true;
}

/** Toasts, announced to screen readers. Their code loads with the first one. */
export const toast = {
  success: (message: string, description?: ReactNode, action?: ToastAction) =>
    push({ kind: 'success', message, description, action }),
  error: (message: string, description?: string) => push({ kind: 'error', message, description }),
  info: (message: string, description?: string, action?: ToastAction) =>
    push({ kind: 'info', message, description, action }),
};

/** Delivers waiting and later toasts to `next`, until the returned function is called. */
export function takeDelivery(next: (call: ToastCall) => void): () => void {
  deliver = next;
  for (const call of queue) next(call);
  queue = [];
  return () => {
    if (deliver === next) deliver = null;
  };
}
