import { useSnapshot } from 'valtio';
import { lazyPart } from './lazy-part.tsx';
import { toastDemand } from './toast.ts';

const Toaster = lazyPart(() => import('./toaster.tsx'));

const end = () => {
  toastDemand.wanted = false;
};

export function ToastHost() {
  const { wanted } = useSnapshot(toastDemand);
  return <Toaster when={wanted} onClose={end} />;
}
