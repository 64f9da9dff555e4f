import type { Unrefunded } from '#domain/policy/change.ts';
import type { ChangeLink } from '#domain/policy/change-schema.ts';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { longDate } from '#web/lib/format.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { exactAmount } from '#web/ui/money.tsx';
import { Notice } from '#web/ui/states.tsx';

const CLOSED: Readonly<Record<Unrefunded, string>> = {
  lapsed: 'your consent lapsed before it was sent',
  revoked: 'you revoked your consent',
  claimed: 'a claim on it was paid',
  moved: 'it has moved to another wallet',
  undone: 'the cover that was to replace it is gone',
};

/** Where the old policy's refund stands, in a sentence. */
function refundText({ refund }: ChangeLink, old: string, successor: string): string {
  const sum = exactAmount(BigInt(refund.amount), refund.decimals, refund.currency);
  if (refund.state === 'waiting') return `${sum} comes back for ${old} once ${successor} is active.`;
  if (refund.state === 'due') {
    return `We send ${sum} back for ${old}${refund.due_at === null ? '' : ` by ${longDate(refund.due_at)}`}.`;
  }
  if (refund.state === 'sent') return `${sum} came back for ${old}.`;
  const why = refund.reason === null ? '' : `, because ${CLOSED[refund.reason]}`;
  const again = refund.reason === 'undone' ? '' : ` You can agree to it on the page of ${old}.`;
  return `There is no refund for ${old} at the moment${why}.${again}`;
}

const isOpen = ({ refund }: ChangeLink) => refund.state === 'waiting' || refund.state === 'closed';

/** The other policies of a change of cover, which one covers what, and the old one's refund. */
export function ChangeNotices({ policy }: { policy: PolicyDetailAnswer }) {
  const { policy_number: own, policy_type: type, replaces, replaced_by: after } = policy;
  const link = ({ policy_id, policy_number }: ChangeLink) => (
    <ButtonLink
      to="/policy/$id"
      params={{ id: String(policy_id) }}
      search={{ type }}
      variant="secondary"
      size="small"
    >
      See {policy_number}
    </ButtonLink>
  );
  return (
    <>
      {after && (
        <Notice tone={isOpen(after) ? 'waiting' : 'info'} actions={link(after)}>
          {after.policy_number} replaced this policy: incidents{' '}
          {after.since === null ? (
            'from its start on'
          ) : (
            <>
              since <Moment at={after.since} />
            </>
          )}{' '}
          belong to it alone. {refundText(after, own, after.policy_number)}
        </Notice>
      )}
      {replaces && (
        <Notice tone={isOpen(replaces) ? 'waiting' : 'info'} actions={link(replaces)}>
          This policy replaced {replaces.policy_number}. {refundText(replaces, replaces.policy_number, own)}
        </Notice>
      )}
    </>
  );
}
