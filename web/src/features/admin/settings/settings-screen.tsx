import { useQuery } from '@tanstack/react-query';
import * as adminsApi from '#domain/admin/admins-api.ts';
import { WORKLOAD_MOST, type WorkloadEntry } from '#domain/admin/auth-schema.ts';
import { ROLE_LABELS } from '#domain/admin/roles.ts';
import { ShortMoment } from '#web/features/admin/parts/cells.tsx';
import { DeskScreen } from '#web/features/admin/parts/screen.tsx';
import { adminApi, settingsQuery } from '#web/features/admin/queries.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { LoadedSection } from '#web/ui/section.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { LoadError } from '#web/ui/states.tsx';
import { PasswordCard, SecondFactorCard, SessionsCard } from './account-cards.tsx';
import { AdministratorsCard } from './administrators.tsx';
import { ApprovalsCard } from './approvals-card.tsx';
import { NotificationsForm, ProfileForm, SecurityForm, SenderForm, SystemForm } from './setting-forms.tsx';
import { UnderwritingForm } from './underwriting-form.tsx';

const workloadQuery = adminApi.query(adminsApi.listWorkload);

type Work = WorkloadEntry['claims'];
const counted = (count: number) => (count > WORKLOAD_MOST ? `${WORKLOAD_MOST}+` : String(count));

/** Who has how much to do, and what is late. */
function WorkloadCard() {
  return (
    <LoadedSection
      title="Workload"
      failed="The workload could not be loaded"
      query={useQuery(workloadQuery)}
      loading={<Skeleton className="h-32" />}
    >
      {(people) => (
        <table aria-label="Workload" className="w-full text-left @max-xl:block">
          <thead className="@max-xl:sr-only">
            <tr className="text-[0.8125rem] text-muted">
              <th className="py-1 pr-3 font-normal">Person</th>
              <th className="py-1 pr-3 font-normal">Open claims</th>
              <th className="py-1 font-normal">Messages to answer</th>
            </tr>
          </thead>
          <tbody className="@max-xl:block">
            {people.map(({ id, name, role, claims, messages }) => (
              <tr key={id ?? 'nobody'} className="border-t border-line align-top @max-xl:block @max-xl:py-2">
                <th scope="row" className="py-2 pr-3 text-left font-normal @max-xl:block @max-xl:py-0">
                  <span className="block truncate">{name}</span>
                  <span className="block text-xs text-muted">
                    {role === null ? 'Not assigned' : ROLE_LABELS[role]}
                  </span>
                </th>
                <WorkCell label="Claims" work={claims} />
                <WorkCell label="Messages" work={messages} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </LoadedSection>
  );
}

function WorkCell({ label, work: { open, overdue, oldest_due_at: oldest } }: { label: string; work: Work }) {
  return (
    <td className="figures py-2 pr-3 @max-xl:flex @max-xl:justify-between @max-xl:gap-3 @max-xl:py-1 @max-xl:pr-0">
      <span className="text-muted @xl:hidden">{label}</span>
      <span className="@max-xl:text-right">
        <span className={open === 0 ? 'text-muted' : 'font-medium'}>{counted(open)}</span>
        {overdue > 0 && <span className="text-coral">, {counted(overdue)} overdue</span>}
        {oldest !== null && (
          <span className="block text-xs text-muted">
            Oldest due <ShortMoment at={oldest} />
          </span>
        )}
      </span>
    </td>
  );
}

const COLUMN = 'flex min-w-0 flex-col gap-4';

/** The administrator's own account, the system's settings, and the other administrators for who manages them. */
export function SettingsScreen() {
  const admin = useAdmin();
  const query = useQuery(settingsQuery);
  const { data: settings, isPending, error } = query;
  const manages = admin.may('admins.manage');
  return (
    <DeskScreen title="Settings">
      <div className="grid gap-4 lg:grid-cols-2 lg:items-start">
        {manages && (
          <div className="min-w-0 lg:col-span-2">
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
          <div className="lg:col-span-2">
            <LoadError title="The settings could not be loaded" small query={query} />
          </div>
        )}
        <div className={COLUMN}>
          {settings && <ProfileForm settings={settings} />}
          <PasswordCard />
          {settings && <NotificationsForm settings={settings} />}
          {settings && <SenderForm settings={settings} />}
        </div>
        <div className={COLUMN}>
          <SecondFactorCard />
          <SessionsCard />
          {settings && <SecurityForm settings={settings} />}
          {settings && <SystemForm settings={settings} />}
        </div>
        {settings && (
          <div className="min-w-0 lg:col-span-2">
            <UnderwritingForm settings={settings} />
          </div>
        )}
        {manages && (
          <div className="min-w-0 lg:col-span-2">
            <AdministratorsCard />
          </div>
        )}
        {manages && (
          <div className="min-w-0 lg:col-span-2">
            <WorkloadCard />
          </div>
        )}
      </div>
    </DeskScreen>
  );
}
