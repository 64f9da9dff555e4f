import { useBlocker } from '@tanstack/react-router';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** Asks before leaving a page with unsaved data. For a reload or a closed tab the browser asks. */
export function LeaveGuard({ active, children }: { active: () => boolean; children: string }) {
  const blocker = useBlocker({
    withResolver: true,
    enableBeforeUnload: active,
    shouldBlockFn: ({ current, next }) => active() && current.pathname !== next.pathname,
  });
  const stay = () => blocker.reset?.();
  return (
    <Dialog
      open={blocker.status === 'blocked'}
      onClose={stay}
      title="Leave this page?"
      description={children}
    >
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="danger" onClick={() => blocker.proceed?.()}>
          Leave
        </Button>
        <Button onClick={stay}>Stay here</Button>
      </div>
    </Dialog>
  );
}
