/** Taking on the most urgent work that nobody has. */
import * as claimsApi from '#domain/admin/claims-api.ts';
import * as messagesApi from '#domain/admin/messages-api.ts';
import type { QueueItem, QueueKind } from '#domain/admin/records-schema.ts';
import type { Permission } from '#domain/permissions.ts';
import { useAct } from '#web/features/admin/kit/use-change.ts';
import { KeyMark } from '#web/features/admin/parts/cells.tsx';
import { adminApi } from '#web/features/admin/queries.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { useKeys } from '#web/features/admin/use-keys.ts';
import { isConflict } from '#web/lib/api/errors.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';

interface Taking {
  needs: Permission;
  /** 409 if somebody has it by now. Nobody has opened it then, so it stays unread. */
  take: (id: number, admin: number) => Promise<unknown>;
}

const claims: Taking = {
  needs: 'claims.decide',
  take: (id, admin_id) =>
    adminApi.send(claimsApi.assignClaims, { body: { ids: [id], assigned_to: [null], admin_id } }),
};
const messages: Taking = {
  needs: 'messages.write',
  take: (id, assigned_to) =>
    adminApi.send(messagesApi.changeThreads, { body: { ids: [id], was_assigned_to: [null], assigned_to } }),
};

const TAKEN: Readonly<Partial<Record<QueueKind, Taking>>> = {
  claims_due: claims,
  payouts_to_confirm: claims,
  payouts_to_send: claims,
  messages_unanswered: messages,
};

/** Assigns the first of these that nobody has by now to an administrator; null if somebody was faster with all of them. */
async function takeFirst(items: readonly QueueItem[], admin: number): Promise<QueueItem | null> {
  for (const item of items) {
    try {
      await TAKEN[item.kind]?.take(Number(item.id), admin);
      return item;
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
  return null;
}

interface TakeNextProps {
  /** What is to do, the most urgent first. */
  items: readonly QueueItem[];
  onTaken: (item: QueueItem) => void;
}

/** Makes the most urgent item that nobody has one's own, and opens it. */
export function TakeNext({ items, onTaken }: TakeNextProps) {
  const { id, may } = useAdmin();
  const free = items.filter(({ kind, assigned_to: to }) => {
    const taking = TAKEN[kind];
    return to === null && taking !== undefined && may(taking.needs);
  });
  const { mutate: take, isPending: busy } = useAct(
    'Nothing was taken',
    async () => {
      const taken = await takeFirst(free, id);
      if (taken) onTaken(taken);
      else toast.info('Your colleagues have taken all of it');
    },
    'queue',
  );
  useKeys({ t: () => take() }, free.length > 0 && !busy);
  if (free.length === 0) return null;
  return (
    <Button size="dense" variant="secondary" busy={busy} aria-keyshortcuts="t" onClick={() => take()}>
      Take Next
      <KeyMark>t</KeyMark>
    </Button>
  );
}
