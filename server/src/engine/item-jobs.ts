import type { ItemJob } from '../jobs/item-jobs.ts'
import { sweepUploads } from './bulk/sweep-uploads.ts'
import { sweepAuthorisations } from './cards/release-authorisation.ts'
import { billMaintenance } from './charges/maintenance-fees.ts'
import type { Engine } from './engine.ts'
import { cancelFrozenPayments } from './freezes/cancel-waiting.ts'
import { liftExpiredFreezes } from './freezes/lift-expired.ts'
import { releaseExpiredLiens } from './liens/release-expired.ts'
import { settlePayablesDaily } from './payables.ts'
import { dispatchScheduled } from './schedules/dispatch-scheduled.ts'
import { runRecurring } from './schedules/run-recurring.ts'
import { settleDay } from './settlements/settle-merchants.ts'
import { billTerminals } from './stores/bill-terminals.ts'
import { sweepTerminals } from './stores/sweep-day.ts'
import { collectWorkItems } from './work-items/collect-items.ts'
import { sweepCardPayments, sweepPayouts, sweepShortHolds, sweepStatusQueries, sweepWebhooks } from './requeue-stuck.ts'

/** The engine's daily jobs and periodic sweeps. */
export function engineJobs(engine: Engine): ItemJob[] {
  return [
    settleDay(engine),
    sweepTerminals(engine),
    billTerminals(engine),
    billMaintenance(engine),
    settlePayablesDaily(engine),
    dispatchScheduled(engine),
    runRecurring(engine),
    ...cancelFrozenPayments(engine),
    liftExpiredFreezes(engine),
    releaseExpiredLiens(engine),
    sweepPayouts(engine),
    sweepStatusQueries(engine),
    sweepCardPayments(engine),
    sweepWebhooks(engine),
    sweepAuthorisations(engine),
    sweepShortHolds(engine),
    sweepUploads(engine),
    collectWorkItems(engine),
  ]
}
