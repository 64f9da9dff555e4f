import { useMutation } from '@tanstack/react-query';
import * as settingsApi from '#domain/admin/settings-api.ts';
import {
  NOTICE_LABELS,
  NOTICES,
  notificationsForm,
  profileForm,
  SESSION_MINUTES,
  SETTING_LABELS,
  type SettingsAnswer,
  securityForm,
  senderForm,
  systemForm,
} from '#domain/admin/settings-schema.ts';
import { ShortMoment } from '#web/features/admin/parts/cells.tsx';
import { adminApi } from '#web/features/admin/queries.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { Button } from '#web/ui/button.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { toast } from '#web/ui/toast.ts';
import { FactList } from '#web/ui/values.tsx';
import { type FieldSpec, FormCard } from './form-card.tsx';
import { pick, schemaOf, useWaiting, words } from './settings-words.ts';

interface FormProps {
  settings: SettingsAnswer;
}

export function ProfileForm({ settings: { profile } }: FormProps) {
  const { name, email, role_label: role } = profile.values;
  return (
    <FormCard
      title="Profile"
      name="profile"
      fields={[{ name: 'name', label: 'Name', kind: 'text' }]}
      schema={schemaOf(profileForm)}
      stored={{ ...profile, values: { name } }}
    >
      <FactList
        dense
        rows={[
          ['Email', email],
          ['Role', role],
        ]}
      />
    </FormCard>
  );
}

export function NotificationsForm({ settings }: FormProps) {
  const { notifications, sms_unavailable: reason } = settings;
  const changed = notifications.changed.notifications;
  return (
    <FormCard
      title="Notifications"
      name="notifications"
      fields={NOTICES.map((name) => ({ name, label: NOTICE_LABELS[name], kind: 'switch' }))}
      schema={schemaOf(notificationsForm)}
      stored={notifications}
      standard={Object.fromEntries(NOTICES.map((name) => [name, false]))}
    >
      <div className="-my-3">
        <Switch
          label="SMS"
          hint={reason ?? 'By text message.'}
          checked={false}
          disabled={reason !== null}
          onChange={() => undefined}
        />
      </div>
      <p className="text-muted">
        Sent by email to your address.
        {changed && (
          <>
            {' '}
            Last changed <ShortMoment at={changed.at} />.
          </>
        )}
      </p>
    </FormCard>
  );
}

const SECURITY: FieldSpec[] = [
  {
    name: 'session_minutes',
    label: SETTING_LABELS.session_minutes,
    kind: 'select',
    hint: 'A session ends after this long without a request, and eight hours after its sign-in at the latest.',
    options: SESSION_MINUTES.map((minutes) => ({ value: String(minutes), label: `${minutes} minutes` })),
  },
  {
    name: 'require_totp',
    label: SETTING_LABELS.require_totp,
    kind: 'switch',
    hint: 'For every administrator. Roles that pay or administer need one anyway, except in the local demo.',
  },
];

export function SecurityForm({ settings }: FormProps) {
  const admin = useAdmin();
  return (
    <FormCard
      title="Security"
      name="security"
      fields={SECURITY}
      schema={schemaOf(securityForm)}
      stored={settings.security}
      words={words}
      waiting={useWaiting()}
      standard={pick(['session_minutes', 'require_totp'])}
      disabled={!admin.may('settings.write')}
    />
  );
}

const SYSTEM: FieldSpec[] = [
  {
    name: 'auto_approve_below_usd',
    label: SETTING_LABELS.auto_approve_below_usd,
    hint: 'A premium of this much or more needs review.',
    kind: 'number',
    unit: '$',
  },
  {
    name: 'second_confirmation_usd',
    label: SETTING_LABELS.second_confirmation_usd,
    hint: 'A larger payout needs a second administrator.',
    kind: 'number',
    unit: '$',
  },
  {
    name: 'four_eyes_usd',
    label: SETTING_LABELS.four_eyes_usd,
    hint: 'Whoever approved a larger payout does not prepare it.',
    kind: 'number',
    unit: '$',
  },
  {
    name: 'maximum_claim_usd',
    label: SETTING_LABELS.maximum_claim_usd,
    hint: 'A larger claim needs a second administrator too. It is never refused for its size.',
    kind: 'number',
    unit: '$',
  },
  {
    name: 'platform_fee_bps',
    label: SETTING_LABELS.platform_fee_bps,
    hint: 'In basis points: 250 is 2.5 percent. It is a share inside each premium, never added to it.',
    kind: 'number',
  },
];

export function SystemForm({ settings }: FormProps) {
  const admin = useAdmin();
  return (
    <FormCard
      title="System"
      name="system"
      fields={SYSTEM}
      schema={schemaOf(systemForm)}
      stored={settings.system}
      words={words}
      waiting={useWaiting()}
      standard={pick([
        ...(['auto_approve_below_usd', 'second_confirmation_usd', 'four_eyes_usd'] as const),
        ...(['maximum_claim_usd', 'platform_fee_bps'] as const),
      ])}
      disabled={!admin.may('settings.write')}
    />
  );
}

const SENDER: FieldSpec[] = [
  { name: 'sender_name', label: SETTING_LABELS.sender_name, kind: 'text' },
  {
    name: 'sender_from',
    label: SETTING_LABELS.sender_from,
    hint: 'Of the domain that this deployment may send for.',
    kind: 'email',
  },
  {
    name: 'sender_reply_to',
    label: SETTING_LABELS.sender_reply_to,
    hint: 'Where replies to our letters go.',
    kind: 'email',
  },
];

export function SenderForm({ settings }: FormProps) {
  const admin = useAdmin();
  const may = admin.may('settings.write');
  const test = useMutation({
    mutationFn: () => adminApi.ask(settingsApi.testSender),
    onSuccess: ({ sent_to: address }) => toast.success('Test letter sent', `To ${address}.`),
    onError: (error) => toast.error('No letter was sent', messageOf(error)),
  });
  return (
    <FormCard
      title="Email sender"
      name="sender"
      fields={SENDER}
      schema={schemaOf(senderForm)}
      stored={settings.sender}
      standard={settings.sender.standard}
      disabled={!may}
      actions={
        may && (
          <Button size="dense" variant="secondary" busy={test.isPending} onClick={() => test.mutate()}>
            Send a test letter to me
          </Button>
        )
      }
    />
  );
}
