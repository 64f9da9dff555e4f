import * as settingsApi from '#domain/admin/settings-api.ts';
import {
  NOTICE_LABELS,
  NOTICES,
  notificationsForm,
  profileForm,
  SESSION_MINUTES,
  SETTING_LABELS,
  type SettingKey,
  type SettingsAnswer,
  securityForm,
  senderForm,
  systemForm,
} from '#domain/admin/settings-schema.ts';
import type { FieldSpec } from '#web/features/admin/kit/fields.tsx';
import { useAct } from '#web/features/admin/kit/use-change.ts';
import { ShortMoment } from '#web/features/admin/parts/cells.tsx';
import { adminApi } from '#web/features/admin/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { FactList } from '#web/ui/values.tsx';
import { FormCard, type Values } from './form-card.tsx';

interface FormProps {
  settings: SettingsAnswer;
}

/** The field of a setting, with its name. */
const setting = (name: SettingKey, more: Omit<FieldSpec, 'name' | 'label'>): FieldSpec<Values> => ({
  name,
  label: SETTING_LABELS[name],
  ...more,
});

export function ProfileForm({ settings: { profile } }: FormProps) {
  const { name, email, role_label: role } = profile.values;
  return (
    <FormCard
      own
      title="Profile"
      name="profile"
      fields={[{ name: 'name', label: 'Name' }]}
      schema={profileForm}
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
      own
      title="Notifications"
      name="notifications"
      fields={NOTICES.map((name) => ({ name, label: NOTICE_LABELS[name], kind: 'switch' }))}
      schema={notificationsForm}
      stored={notifications}
      standard={Object.fromEntries(NOTICES.map((name) => [name, false]))}
    >
      <p className="text-muted">
        Sent by email to your address. {reason}
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

const SECURITY = [
  setting('session_minutes', {
    kind: 'select',
    numeric: true,
    hint: 'A session ends after this long without a request, and eight hours after its sign-in at the latest.',
    options: SESSION_MINUTES.map((minutes) => ({ value: String(minutes), label: `${minutes} minutes` })),
  }),
  setting('require_totp', {
    kind: 'switch',
    hint: 'For every administrator. Roles that pay or administer need one anyway, except in the local demo.',
  }),
];

export const SecurityForm = ({ settings: { security } }: FormProps) => (
  <FormCard title="Security" name="security" fields={SECURITY} schema={securityForm} stored={security} />
);

const dollars = (name: SettingKey, hint: string) => setting(name, { kind: 'number', unit: '$', hint });

const SYSTEM = [
  dollars('auto_approve_below_usd', 'A premium of this much or more needs review.'),
  dollars('second_confirmation_usd', 'A larger payout needs a second administrator.'),
  dollars('four_eyes_usd', 'A larger payout is prepared by someone who did not approve it.'),
  dollars(
    'maximum_claim_usd',
    'A larger claim needs a second administrator too. It is never refused for its size.',
  ),
  setting('platform_fee_bps', {
    kind: 'number',
    hint: 'In basis points: 250 is 2.5 percent. It is a share inside each premium, never added to it.',
  }),
];

export const SystemForm = ({ settings: { system } }: FormProps) => (
  <FormCard title="System" name="system" fields={SYSTEM} schema={systemForm} stored={system} />
);

const SENDER = [
  setting('sender_name', {}),
  setting('sender_from', { kind: 'email', hint: 'Of the domain that this deployment may send for.' }),
  setting('sender_reply_to', { kind: 'email', hint: 'Where replies to our letters go.' }),
];

export function SenderForm({ settings: { sender } }: FormProps) {
  const test = useAct(
    'No letter was sent',
    async () => {
      const { sent_to: address } = await adminApi.ask(settingsApi.testSender);
      toast.success('Test letter sent', `To ${address}.`);
    },
    'settings',
  );
  return (
    <FormCard
      title="Email sender"
      name="sender"
      fields={SENDER}
      schema={senderForm}
      stored={sender}
      standard={sender.standard}
      actions={
        <Button size="dense" variant="secondary" busy={test.isPending} onClick={() => test.mutate()}>
          Send a test letter to me
        </Button>
      }
    />
  );
}
