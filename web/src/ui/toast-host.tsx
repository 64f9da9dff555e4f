import { useSyncExternalStore } from 'react';
import { lazyPart } from './lazy-part.tsx';
import { toastDemand } from './toast.ts';

const Toaster = lazyPart(() => import('./toaster.tsx'));

export function ToastHost() {
  const show = useSyncExternalStore(toastDemand.subscribe, toastDemand.wanted, () => false);
  return <Toaster when={show} onClose={toastDemand.end} />;
}
