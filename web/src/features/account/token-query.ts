import { queryOptions } from '@tanstack/react-query';

/** Sends the token of an emailed link once, because the first answer uses it up, even if its page is left meanwhile. */
export const tokenQuery = <Answer>(name: string, token: string, send: () => Promise<Answer>) =>
  queryOptions({
    queryKey: [name, token],
    queryFn: () => send(),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
