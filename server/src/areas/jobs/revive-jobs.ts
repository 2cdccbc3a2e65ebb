import type { jobs } from '@kobo/contract/jobs'
import type { Handler } from '../../http/handler.ts'
import { conflict, notFound } from '../../http/http-error.ts'
import { retryDeadJobs } from '../../jobs/dead-jobs.ts'
import { kinds } from '../../jobs/job-kinds.ts'

/** Queues all dead jobs of a kind again, with as many retries as at first. */
export const reviveJobs: Handler<typeof jobs.revive> = async ({ kind }, { db, audit }) => {
  const known = kinds.find((each) => each === kind)
  if (known === undefined) throw notFound('This kind of job')
  const count = await retryDeadJobs(db, { kind: known })
  if (count === 0) throw conflict('No job of this kind has exhausted its retries')
  await audit({ action: 'job.revive', recordType: 'job', recordId: known, after: { queued: count } })
  return { message: `${count} job${count === 1 ? ' is' : 's are'} queued again`, data: {} }
}
