import { Button } from './button.tsx';
import { ErrorState } from './error-state.tsx';

/** Shown when a screen fails to render. Nothing on chain or on the server is affected. */
export function FaultScreen({ error, reset }: { error: unknown; reset: () => void }) {
  return (
    <div className="page py-16">
      <ErrorState
        title="This page could not be shown"
        actions={
          <>
            <Button onClick={reset}>Try Again</Button>
            <Button variant="secondary" onClick={() => window.location.assign('/')}>
              To the home page
            </Button>
          </>
        }
      >
        <p>Your policies and payments are not affected.</p>
        <p className="mt-1 text-sm text-muted">{error instanceof Error ? error.message : String(error)}</p>
      </ErrorState>
    </div>
  );
}
