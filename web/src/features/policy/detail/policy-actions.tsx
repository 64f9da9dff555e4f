import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CalendarSync, FilePlus, Pencil } from 'lucide-react';
import { isClaimable } from '#domain/claims/rules.ts';
import * as policyApi from '#domain/policy/api.ts';
import { isStanding } from '#domain/policy/lifecycle.ts';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { isModifiable, termOf } from '#web/features/policy/display.ts';
import { api } from '#web/lib/api/api.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { longDate } from '#web/lib/format.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { CalendarButton } from '#web/ui/calendar-button.tsx';
import { toast } from '#web/ui/toast.ts';
import type { PolicyAction } from './actions.ts';

function RenewButton({ policy, variant }: { policy: PolicyDetailAnswer; variant: 'primary' | 'secondary' }) {
  const navigate = useNavigate();
  const renew = useMutation({
    mutationFn: () => api.ask(policyApi.renewPolicy, { id: policy.id }),
    onSuccess: ({ draft_id, insurance_type }) =>
      navigate({ to: '/quote/$type', params: { type: insurance_type }, search: { draft: draft_id } }),
    onError: (error) => toast.error('The policy could not be renewed', messageOf(error)),
  });
  return (
    <Button wide variant={variant} busy={renew.isPending} onClick={() => renew.mutate()} icon={CalendarSync}>
      Renew
    </Button>
  );
}

const isWithdrawn = ({ situation }: PolicyDetailAnswer): boolean =>
  situation === 'withdrawing' || situation === 'withdrawn';

interface PolicyActionsProps {
  policy: PolicyDetailAnswer;
  onAction: (action: PolicyAction) => void;
}

export function PolicyActions({ policy, onAction }: PolicyActionsProps) {
  const { renewable } = policy;
  // What was bought today for a month can be renewed at once, but nobody comes for that.
  const renewsFirst = renewable && termOf(policy, Date.now()).done > 0.5;
  const renew = renewable && <RenewButton policy={policy} variant={renewsFirst ? 'primary' : 'secondary'} />;
  const later = isStanding(policy.situation) && !renewable;
  return (
    <div className="flex flex-col gap-3">
      {renewsFirst && renew}
      {isClaimable({ ...policy, isWithdrawn: isWithdrawn(policy) }, Date.now()) && (
        <ButtonLink
          to="/submit-claim"
          search={{ policy: policy.id }}
          variant={renewsFirst ? 'secondary' : 'primary'}
          wide
          icon={FilePlus}
        >
          Submit a claim
        </ButtonLink>
      )}
      {!renewsFirst && renew}
      {isModifiable(policy.status) && (
        <div className="grid gap-3 *:px-2 sm:grid-cols-2">
          <Button variant="secondary" onClick={() => onAction('modify')} icon={Pencil}>
            Modify
          </Button>
          <CalendarButton policy={policy} />
        </div>
      )}
      {later && policy.renewable_from !== null && (
        <p className="text-center text-sm text-muted">
          You can renew it from {longDate(policy.renewable_from)}.
        </p>
      )}
    </div>
  );
}
