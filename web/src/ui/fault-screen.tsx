import { PartError } from '#web/lib/load-part.ts';
import { renew } from '#web/lib/renew.ts';
import { Button } from './button.tsx';

/** Whether code could not be fetched, which stays so until the page loads again. For a route's code the browser says it. */
const isUnloaded = (error: unknown) => error instanceof PartError || /\bmodule\b/.test(String(error));

/** Shown when a screen fails to render. Nothing on chain or on the server is affected. */
export default function FaultScreen({ error, reset }: { error: unknown; reset: () => void }) {
  return (
    <div className="page py-16">
      <div role="alert" className="rounded-card border border-coral/45 bg-coral-soft/55 px-5 py-5 sm:px-6">
        <h2 className="text-base">This page could not be shown</h2>
        <p className="mt-1">Your policies and payments are not affected.</p>
        <div className="mt-4 flex flex-wrap gap-3">
          <Button onClick={() => (isUnloaded(error) ? void renew() : reset())}>Try Again</Button>
          <Button variant="secondary" onClick={() => window.location.assign('/')}>
            To the home page
          </Button>
        </div>
      </div>
    </div>
  );
}
