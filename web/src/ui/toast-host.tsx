import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toastDemand } from './toast.ts';

const Toaster = lazy(() => import('./toaster.tsx'));

export function ToastHost() {
  const show = useSyncExternalStore(toastDemand.subscribe, toastDemand.wanted, () => false);
  return <Suspense fallback={null}>{show && <Toaster />}</Suspense>;
}
