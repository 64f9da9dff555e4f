import { useQuery } from '@tanstack/react-query';
import { DeskScreen } from '#web/features/admin/parts/screen.tsx';
import { settingsQuery } from '#web/features/admin/queries.ts';
import { useAdmin } from '#web/features/admin/use-admin.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PasswordCard, SecondFactorCard, SessionsCard } from './account-cards.tsx';
import { AdministratorsCard } from './administrators.tsx';
import { ApprovalsCard } from './approvals-card.tsx';
import { NotificationsForm, ProfileForm, SecurityForm, SenderForm, SystemForm } from './setting-forms.tsx';
import { UnderwritingForm } from './underwriting-form.tsx';
import { WorkloadCard } from './workload-card.tsx';

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
