import { type Ctx, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import type { ChainNotice } from '#worker/platform/db/registry-schema.ts';
import { letterKey, mailbox } from './letter.ts';
import { insertReady, insertWatchLetters } from './repository.ts';

/** Whom letters to the guardian's own address are for: it need not have an account of the desk. */
export const GUARDIAN = 'guardian';

/**
 * Statements that write to who watches the contract: all administrators who may change the settings, whoever else asked to
 * be told of proposals, and the guardian's address. `lines` are sentences about what the chain shows to everybody.
 * @param key identifies the occurrence; the same key is sent once
 */
export function contractLetters(
  ctx: Ctx,
  {
    notice,
    subject,
    network,
    lines,
    key,
  }: { notice: ChainNotice; subject: string; network: string; lines: readonly string[]; key: string },
): Statement[] {
  const kind = 'contract_notice';
  const body = JSON.stringify({ notice, network, lines });
  const dedupeKey = letterKey(kind, key);
  const shared = { kind, subject, body, quote_id: null, created_at: nowIso(ctx) } as const;
  const email = ctx.settings.guardianEmail;
  const guardian =
    email === null
      ? []
      : [
          insertReady(ctx.db, {
            ...shared,
            id: `letter_${crypto.randomUUID()}`,
            wallet: GUARDIAN,
            target: email,
            mailbox: mailbox(email),
            dedupe_key: `${dedupeKey}:${GUARDIAN}`,
          }),
        ];
  return [insertWatchLetters(ctx.db, { ...shared, dedupe_key: dedupeKey }), ...guardian];
}
