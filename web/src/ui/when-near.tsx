import { type ReactNode, useEffect, useRef, useState } from 'react';

const MARGIN = '400px';

/** Renders (and so loads) its children when they come near the viewport. Until then `fallback` holds their place. */
export function WhenNear({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (near || box.current === null) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: MARGIN },
    );
    watch.observe(box.current);
    return () => watch.disconnect();
  }, [near]);
  return <div ref={box}>{near ? children : fallback}</div>;
}
