import { type ReactNode, useEffect, useRef, useState } from 'react';

interface WhenNearProps {
  fallback: ReactNode;
  /** How far below the viewport is near. */
  margin?: string;
  children: ReactNode;
}

/** Renders (and so loads) its children when they come near the viewport. Until then `fallback` holds their place. */
export function WhenNear({ fallback, margin = '400px', children }: WhenNearProps) {
  const box = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (near || box.current === null) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: margin },
    );
    watch.observe(box.current);
    return () => watch.disconnect();
  }, [near, margin]);
  return <div ref={box}>{near ? children : fallback}</div>;
}
