// Runs in a worker of the browser, so that the page stays free: one audit, then its creator ends it.
import { auditDeployment } from '#web/wallet/audit.ts';

void auditDeployment((told) => self.postMessage(told));
