import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as authApi from '#domain/auth/api.ts';
import type { SessionEntry } from '#domain/auth/schema.ts';
import { KEPT } from '#domain/promises.ts';
import { api } from '#web/lib/api/api.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { longMoment } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { PhoneSection } from '#web/ui/phone-section.tsx';
import { Loaded, Skeleton } from '#web/ui/states.tsx';

import { toast } from '#web/ui/toast.ts';

const sessionsQuery = (address: string) =>
  api.query(authApi.listSessions, {}, { queryKey: ['sessions', address] });

function Session({ session, address }: { session: SessionEntry; address: string }) {
  const cache = useQueryClient();
  const end = useMutation({
    mutationFn: () => api.send(authApi.endSession, { id: session.id }),
    onSettled: () => cache.invalidateQueries(sessionsQuery(address)),
    onError: (error) => toast.error('The session could not be ended', messageOf(error)),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">
          {session.device || 'Unknown device'}
          {session.current && <span className="font-normal text-muted"> (this session)</span>}
        </p>
        <p className="text-sm text-muted">
          Signed in {longMoment(session.created_at)}
          {!session.current && <>, last seen {longMoment(session.last_seen_at)}</>}
        </p>
      </div>
      {!session.current && (
        <Button
          variant="secondary"
          size="small"
          busy={end.isPending}
          aria-label={`Sign out ${session.device || 'Unknown device'}, signed in ${longMoment(session.created_at)}`}
          onClick={() => end.mutate()}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

export function SessionsCard({ address }: { address: string }) {
  const cache = useQueryClient();
  const sessions = useQuery(sessionsQuery(address));
  const endOthers = useMutation({
    mutationFn: () => api.ask(authApi.endOtherSessions),
    onSuccess: () => toast.success('Signed out everywhere else'),
    onSettled: () => cache.invalidateQueries(sessionsQuery(address)),
    onError: (error) => toast.error('The other sessions could not be ended', messageOf(error)),
  });
  const others = sessions.data?.filter(({ current }) => !current) ?? [];
  return (
    <PhoneSection title="Sessions">
      <p className="text-sm text-muted">
        Where this wallet is signed in. A session ends after {KEPT.sessionHours} hours.
      </p>
      <Loaded
        query={sessions}
        name="your sessions"
        failed="Your sessions could not be loaded"
        loading={<Skeleton className="mt-4 h-16" />}
        small
      >
        {(entries) => (
          <ul aria-label="Sessions" className="mt-2 divide-y divide-line">
            {entries.map((session) => (
              <Session key={session.id} session={session} address={address} />
            ))}
          </ul>
        )}
      </Loaded>
      {others.length > 0 && (
        <Button
          variant="secondary"
          className="mt-3"
          busy={endOthers.isPending}
          onClick={() => endOthers.mutate()}
        >
          Sign out everywhere else
        </Button>
      )}
    </PhoneSection>
  );
}
