import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ButtonLink } from '#web/ui/button.tsx';
import { CutRopePicture } from '#web/ui/drawings.tsx';

export function NotFound() {
  const { pathname } = useLocation();
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: a wrong link is worth a line to whoever looks.
    console.warn(`404: there is no page at ${pathname}`);
  }, [pathname]);
  return (
    <div className="page flex flex-col items-center py-20 text-center">
      <title>Page not found · Mooring</title>
      <CutRopePicture className="h-44 text-ink" />
      <p className="figures mt-8 text-sm font-medium text-muted">404</p>
      <h1 className="mt-2 text-3xl">Oops! Page not found</h1>
      <p className="mt-3 max-w-md text-muted">
        There is no page at this address. It may have moved, or never been.
      </p>
      <ButtonLink to="/" className="mt-8">
        Return to Home
      </ButtonLink>
    </div>
  );
}
