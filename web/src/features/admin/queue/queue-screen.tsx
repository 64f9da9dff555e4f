import { DeskScreen } from '../parts/screen.tsx';
import { WorkQueue } from './work-queue.tsx';

/** What waits, without the figures of the dashboard. */
export function QueueScreen() {
  return (
    <DeskScreen title="Work queue">
      <WorkQueue />
    </DeskScreen>
  );
}
