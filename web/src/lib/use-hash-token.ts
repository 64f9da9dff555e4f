import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/**
 * The token of an emailed link by its name, or null. It follows the `#`, where no server and no log sees it, and is removed from the
 * address bar as soon as it is read.
 */
export function useHashToken(name = 'token'): string | null {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState(() => new URLSearchParams(hash).get(name));
  useEffect(() => {
    // A link that is opened on its own page only changes what follows the `#`.
    const linked = new URLSearchParams(hash).get(name);
    if (linked !== null) setToken(linked);
    if (hash !== '') void navigate({ to: '.', hash: '', replace: true, state: true, resetScroll: false });
  }, [hash, name, navigate]);
  return token;
}
