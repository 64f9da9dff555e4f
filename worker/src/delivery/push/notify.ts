import { cutText } from '#domain/text.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { insertNotifications } from './repository.ts';

export interface Push {
  title: string;
  body: string;
  /** Site path that a click opens. */
  path: string;
}

/** Most characters of a title and a text. In any script they fit a push service's 4 KB after encryption. */
const LONGEST = { title: 150, body: 500 } as const;

/** Statement that notifies the wallet's browsers, if it wants push notifications. */
export function pushNotification(ctx: Ctx, wallet: string, key: string, push: Push): Statement {
  const eventId = `ntf_${key}`;
  const body = JSON.stringify({
    title: cutText(push.title, LONGEST.title),
    body: cutText(push.body, LONGEST.body),
    path: push.path,
    tag: eventId,
  });
  return insertNotifications(ctx.db, wallet, { eventId, event: 'notification', body, now: nowIso(ctx) });
}
