import { lazy, Suspense } from 'react';
import { useSnapshot } from 'valtio';
import { connectDialog } from '../../state/connect-dialog.ts';

const ConnectDialog = lazy(() => import('./connect-dialog.tsx'));

/** The place of the Connect Wallet dialog. Its code loads when it first opens. */
export function ConnectDialogHost() {
  const { open } = useSnapshot(connectDialog);
  return <Suspense fallback={null}>{open && <ConnectDialog />}</Suspense>;
}
