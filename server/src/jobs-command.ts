import { parseArgs } from 'node:util'
import { openDatabase } from './db/database.ts'
import { withDatabase } from './db/with-database.ts'
import { countJobs, type DeadJob, listDeadJobs, retryDeadJobs } from './jobs/dead-jobs.ts'
import { countItemErrors, listItemErrors, retryItems } from './jobs/item-errors.ts'
import { kinds } from './jobs/job-kinds.ts'
import { errorLine } from './jobs/report-failures.ts'
import { StartupError } from './startup-error.ts'
import { isUuid } from './uuid.ts'

const usage = `npm run jobs                             lists waiting, dead and failed jobs by kind
npm run jobs -- retry <id>               queues a dead job again
npm run jobs -- retry --kind payout      queues all dead jobs of a kind again
npm run jobs -- retry <job> [<item>]     retries the failed items of a job, or one of them, within a minute`

const shown = 100

const { values, positionals } = parseArgs({
  options: { kind: { type: 'string' } },
  allowPositionals: true,
  strict: false,
})
const [verb, id, item] = positionals

await withDatabase(async (url) => {
  const { db, close } = openDatabase(url, { max: 1 })
  try {
    if (verb === undefined) {
      for (const { kind, waiting, failed } of await countJobs(db)) {
        process.stdout.write(
          `${kind.padEnd(16)} ${String(waiting).padStart(8)} waiting ${String(failed).padStart(8)} dead\n`,
        )
      }
      for (const job of await listDeadJobs(db, { limit: shown })) process.stdout.write(`${lineOf(job)}\n`)
      for (const { job, failing } of await countItemErrors(db)) {
        process.stdout.write(`${job.padEnd(24)} ${String(failing).padStart(8)} failed, to be retried\n`)
      }
      for (const error of await listItemErrors(db, shown)) process.stdout.write(`${errorLine(error)}\n`)
      return
    }
    // `revive` is the former name of the command for dead jobs.
    if (verb !== 'retry' && verb !== 'revive') throw new StartupError(usage)
    const dead = deadJobs()
    if (dead === null && (verb === 'revive' || id === undefined)) throw new StartupError(usage)
    const queued = dead && (await retryDeadJobs(db, dead))
    const retried = queued ?? (await retryItems(db, { job: id ?? '', ...(item !== undefined && { item }) }))
    const noun = `${queued === null ? 'item' : 'job'}${retried === 1 ? '' : 's'}`
    process.stdout.write(`${retried} ${noun} ${queued === null ? 'will be retried within a minute' : 'queued again'}\n`)
    if (retried === 0) process.exitCode = 1
  } finally {
    await close()
  }
})

/** Returns the dead jobs that the arguments name; null if they name a job with items. */
function deadJobs() {
  if (id !== undefined) return isUuid(id) ? { id } : null
  const kind = kinds.find((candidate) => candidate === values['kind'])
  return kind === undefined ? null : { kind }
}

function lineOf({ id: jobId, kind, error, diedAt, createdAt }: DeadJob): string {
  return `${jobId} ${kind.padEnd(14)} ${age(diedAt)} dead, ${age(createdAt)} old: ${error}`
}

function age(since: string): string {
  const minutes = Math.round((Date.now() - Date.parse(since)) / 60_000)
  if (minutes < 120) return `${minutes} min`
  return minutes < 2_880 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1_440)} days`
}
