import { lazy, Suspense } from 'react';
import { useSnapshot } from 'valtio';
import { connectDialog } from '../../state/connect-dialog.ts';

const ConnectDialog = lazy(() => import('./connect-dialog.tsx'));

/** Place of the Connect Wallet dialog; its code loads when it is first opened. */
export function ConnectDialogHost() {
  const { open } = useSnapshot(connectDialog);
  return <Suspense fallback={null}>{open && <ConnectDialog />}</Suspense>;
}
