import { cardBatch } from './kinds/card-batch.ts'
import { contact } from './kinds/contact.ts'
import { deadJobs } from './kinds/dead-jobs.ts'
import { dispute } from './kinds/dispute.ts'
import { kyc } from './kinds/kyc.ts'
import { payoutInDoubt } from './kinds/payout-in-doubt.ts'
import { refundStuck } from './kinds/refund-stuck.ts'
import { settlementFailed } from './kinds/settlement-failed.ts'
import { tier } from './kinds/tier.ts'
import { upgrade } from './kinds/upgrade.ts'
import { webhooksFailed } from './kinds/webhooks-failed.ts'
import type { WorkSource } from './work-source.ts'

/** Every source of work, one for each kind. */
export const workSources: readonly WorkSource[] = [
  kyc,
  tier,
  upgrade,
  payoutInDoubt,
  settlementFailed,
  dispute,
  refundStuck,
  cardBatch,
  contact,
  deadJobs,
  webhooksFailed,
]
