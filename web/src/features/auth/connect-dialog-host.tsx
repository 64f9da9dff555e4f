import { useSnapshot } from 'valtio';
import { closeConnectDialog, connectDialog } from '#web/state/connect-dialog.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';

const ConnectDialog = lazyPart(() => import('./connect-dialog.tsx'));

/** The place of the Connect Wallet dialog. */
export function ConnectDialogHost() {
  const { open } = useSnapshot(connectDialog);
  return <ConnectDialog when={open} onClose={closeConnectDialog} />;
}
