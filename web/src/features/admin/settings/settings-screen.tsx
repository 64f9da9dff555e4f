import { useQuery } from '@tanstack/react-query';
import * as adminsApi from '#domain/admin/admins-api.ts';
import { WORKLOAD_MOST, type WorkloadEntry } from '#domain/admin/auth-schema.ts';
import { ROLE_LABELS } from '#domain/admin/roles.ts';
import { ShortMoment } from '#web/features/admin/parts/cells.tsx';
import { DeskScreen } from '#web/features/admin/parts/screen.tsx';
import { settingsQuery, useDesk } from '#web/features/admin/queries.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { LoadError } from '#web/ui/states.tsx';
import { TableCard } from '#web/ui/table.tsx';
import { PasswordCard, SecondFactorCard, SessionsCard } from './account-cards.tsx';
import { AdministratorsCard } from './administrators.tsx';
import { ApprovalsCard } from './approvals-card.tsx';
import { NotificationsForm, ProfileForm, SecurityForm, SenderForm, SystemForm } from './setting-forms.tsx';
import { UnderwritingForm } from './underwriting-form.tsx';

type Work = WorkloadEntry['claims'];
const counted = (count: number) => (count > WORKLOAD_MOST ? `${WORKLOAD_MOST}+` : String(count));

/** Who has how much to do, and what is late. */
const WorkloadCard = () => (
  <TableCard
    title="Workload"
    query={useDesk(adminsApi.listWorkload)}
    height="h-32"
    rows={(people) => people}
    rowKey={({ id }) => id ?? 'nobody'}
    top
    columns={[
      ['Person', ({ name, role }) => <Worker name={name} role={role} />],
      ['Open claims', ({ claims }) => <Waiting work={claims} />],
      ['Messages to answer', ({ messages }) => <Waiting work={messages} />],
    ]}
  />
);

const Worker = ({ name, role }: Pick<WorkloadEntry, 'name' | 'role'>) => (
  <>
    <span className="block">{name}</span>
    <span className="block text-xs text-muted">{role === null ? 'Not assigned' : ROLE_LABELS[role]}</span>
  </>
);

function Waiting({ work: { open, overdue, oldest_due_at: oldest } }: { work: Work }) {
  return (
    <span className="figures">
      <span className={open === 0 ? 'text-muted' : 'font-medium'}>{counted(open)}</span>
      {overdue > 0 && <span className="text-coral">, {counted(overdue)} overdue</span>}
      {oldest !== null && (
        <span className="block text-xs text-muted">
          Oldest due <ShortMoment at={oldest} />
        </span>
      )}
    </span>
  );
}

const WIDE = 'min-w-0 lg:col-span-2';
const COLUMN = 'flex min-w-0 flex-col gap-4';

/** The administrator's own account, the system's settings, and the other administrators for who manages them. */
export function SettingsScreen() {
  const admin = useAdmin();
  const query = useQuery(settingsQuery);
  const { data: settings, isPending, error } = query;
  const manages = admin.may('admins.manage');
  /** The system's settings, for whoever may change them. */
  const changes = admin.may('settings.write') ? settings : undefined;
  return (
    <DeskScreen title="Settings">
      <div className="grid gap-4 lg:grid-cols-2 lg:items-start">
        {manages && (
          <div className={WIDE}>
            <ApprovalsCard />
          </div>
        )}
        {isPending && (
          <div role="status" aria-label="Loading the settings" className={COLUMN}>
            <Skeleton className="h-48" />
            <Skeleton className="h-72" />
          </div>
        )}
        {!settings && error && (
          <div className={WIDE}>
            <LoadError title="The settings could not be loaded" small query={query} />
          </div>
        )}
        <div className={COLUMN}>
          {settings && <ProfileForm settings={settings} />}
          <PasswordCard />
          {settings && <NotificationsForm settings={settings} />}
          {changes && <SenderForm settings={changes} />}
        </div>
        <div className={COLUMN}>
          <SecondFactorCard />
          <SessionsCard />
          {changes && <SecurityForm settings={changes} />}
          {changes && <SystemForm settings={changes} />}
        </div>
        {changes && (
          <div className={WIDE}>
            <UnderwritingForm settings={changes} />
          </div>
        )}
        {manages && (
          <>
            <div className={WIDE}>
              <AdministratorsCard />
            </div>
            <div className={WIDE}>
              <WorkloadCard />
            </div>
          </>
        )}
      </div>
    </DeskScreen>
  );
}
