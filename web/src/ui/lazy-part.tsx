import { Component, type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { loadedOnce, loadPart, PartError } from '#web/lib/load-part.ts';

import { whenIdle } from '#web/lib/when-idle.ts';
import type { PartFailedProps } from './part-failed.tsx';

/** What shows instead of a part that failed. Its own code loads once the page has settled (src/afterwards.ts). */
export const failure: { Shown: ComponentType<PartFailedProps> } = {
  Shown: ({ message }) => (
    <button type="button" onClick={() => location.reload()}>
      {message} Try Again
    </button>
  ),
};

interface BoundaryProps {
  failed: (error: PartError) => ReactNode;
  children: ReactNode;
}

class Boundary extends Component<BoundaryProps> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError = (error: unknown) => ({ error });

  override render() {
    const { error } = this.state;
    if (error instanceof PartError) return this.props.failed(error);
    if (error) throw error;
    return this.props.children;
  }
}

interface Place {
  /** Whether the part is shown. Until then its code is fetched when the page has settled. */
  when?: boolean;
  /** In its place while it loads. */
  fallback?: ReactNode;
  /** Of what opens over the page. */
  onClose?: () => void;
}

/**
 * A part of a screen whose code loads on its own. Code that can't be fetched is said in the part's place, with a way to try
 * again, or `instead` shows. `load` answers a module with the part as its default.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  instead?: (props: Props) => ReactNode,
): ((props: Props & Place) => ReactNode) & { ready: () => Promise<unknown> } {
  const fetched = loadedOnce(() => loadPart(load));
  /** Fetches the code before it is needed. */
  const ready = () => fetched().catch(() => undefined);
  let Part = lazy(fetched);
  function LazyPart({ when = true, fallback = null, ...rest }: Props & Place) {
    const [attempt, setAttempt] = useState(0);
    useEffect(() => (when ? undefined : whenIdle(ready)), [when]);
    if (!when) return null;
    const props = rest as unknown as Props;
    const again = () => {
      Part = lazy(fetched);
      setAttempt(attempt + 1);
    };
    return (
      <Boundary
        key={attempt}
        failed={({ message }) =>
          instead ? (
            instead(props)
          ) : (
            <failure.Shown message={message} load={fetched} onLoaded={again} onClose={rest.onClose} />
          )
        }
      >
        <Suspense fallback={fallback}>
          <Part {...props} />
        </Suspense>
      </Boundary>
    );
  }
  return Object.assign(LazyPart, { ready });
}
