import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type AccountCheck,
  type OpenMovement,
  settleMovementRequest,
} from '../../../../../domain/admin/controls-schema.ts';
import { formatAmount } from '../../../../../domain/money.ts';
import type { DeployedSubstrate } from '../../../lib/deployment.ts';
import { Button } from '../../../ui/button.tsx';
import { LongHash, TransactionHash } from '../../../ui/chain.tsx';
import { Notice } from '../../../ui/states.tsx';
import { NoteForm } from '../parts/action-form.tsx';
import { ShortMoment } from '../parts/cells.tsx';
import { useAdmin } from '../use-admin.ts';
import { controlsQuery, settleMovement } from './queries.ts';

interface Shown {
  chain: DeployedSubstrate;
}

/** A signed amount. */
function signed({ decimals, symbol }: DeployedSubstrate, text: string): string {
  const amount = BigInt(text);
  return `${amount < 0n ? '−' : '+'}${formatAmount(amount < 0n ? -amount : amount, decimals, symbol)}`;
}

/** Whether each of our accounts holds what its movements add up to. */
export function BalanceChecks({ chain, accounts }: Shown & { accounts: readonly AccountCheck[] }) {
  const wrong = accounts.filter((each) => each.free_difference !== '0' || each.reserved_difference !== '0');
  const [first] = accounts;
  return (
    <div className="mt-4">
      <h3 className="text-[0.8125rem] font-semibold">Balance</h3>
      {wrong.map((each) => (
        <Notice key={each.account} tone="danger">
          <LongHash text={each.account} copy="Copy address" /> holds {signed(chain, each.free_difference)}{' '}
          (reserved: {signed(chain, each.reserved_difference)}) compared with its first balance and its
          movements since. Money moved that we did not record, or a record was changed.
        </Notice>
      ))}
      {wrong.length === 0 && (
        <p className="mt-1 text-[0.8125rem] text-muted">
          {first?.checked_at ? (
            <>
              What our accounts hold is their first balance and every movement since, as of{' '}
              <ShortMoment at={first.checked_at} />.
            </>
          ) : (
            'Not checked yet. The scheduled run does so every hour.'
          )}
        </p>
      )}
    </div>
  );
}

/** Movements that no payment, payout, refund or fee explains: somebody has to find out what they were. */
export function Unexplained({ chain, movements }: Shown & { movements: readonly OpenMovement[] }) {
  if (movements.length === 0) return null;
  return (
    <div className="mt-4">
      <h3 className="text-[0.8125rem] font-semibold">Unexplained movements of money</h3>
      <p className="mt-1 text-[0.8125rem] text-muted">
        None of our payments, payouts, refunds or fees explains these movements. If nobody here made them, the
        account’s keys are in other hands: halt payouts and move the pool. Settling one takes it off this list
        and the queue; the audit still shows it.
      </p>
      <ul aria-label="Unexplained movements of money" className="mt-1 flex flex-col divide-y divide-line">
        {movements.map((one) => (
          <Movement key={one.id} chain={chain} movement={one} />
        ))}
      </ul>
    </div>
  );
}

function Movement({ chain, movement }: Shown & { movement: OpenMovement }) {
  const may = useAdmin().may('policies.write');
  const cache = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { free, reserved, counterparty, kind, known, tx_hash } = movement;
  return (
    <li className="py-2 text-[0.8125rem]">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="figures font-medium">{known ? signed(chain, free) : 'Unknown amount'}</span>
        {reserved !== '0' && <span className="figures">reserved {signed(chain, reserved)}</span>}
        <span>{kind}</span>
        {counterparty !== null && <LongHash text={counterparty} copy="Copy address" />}
        <ShortMoment at={movement.moved_at} />
        {tx_hash !== null && <TransactionHash hash={tx_hash} chainId={chain.ref} />}
        {may && !asking && (
          <Button
            size="dense"
            variant="secondary"
            aria-label={`Settle movement ${movement.id}`}
            onClick={() => setAsking(true)}
          >
            Settle
          </Button>
        )}
      </div>
      {asking && (
        <NoteForm
          title={`Settle movement ${movement.id}`}
          action="Settle"
          label="Outcome"
          maxLength={500}
          schema={settleMovementRequest.shape.text}
          onClose={() => setAsking(false)}
          send={(text) =>
            settleMovement(chain.ref, movement.id, text).finally(() =>
              cache.invalidateQueries(controlsQuery(chain.ref)),
            )
          }
        />
      )}
    </li>
  );
}
