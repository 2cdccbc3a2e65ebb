import { parseArgs } from 'node:util'
import { z } from 'zod'
import { openDatabase } from '../db/database.ts'
import { withDatabase } from '../db/with-database.ts'
import { openJobs } from '../jobs/jobs.ts'
import { StartupError } from '../startup-error.ts'
import { orderBatch } from './new-batch.ts'

const usage =
  'Usage: npm run demo:batch -- [--items 500]\n' +
  'Uploads a batch of payouts of the merchant that holds most, in a running demo, and prints where to find it.'

const wanted = z.strictObject({ items: z.coerce.number().int().min(1).max(20_000).default(500) })

/** Uploads a batch in the demo and prints, as one line of JSON, where to find it. */
async function uploadBatch(): Promise<void> {
  const { values } = parseArgs({ options: { items: { type: 'string' } }, strict: false })
  const parsed = wanted.safeParse(values)
  if (!parsed.success || process.env['NODE_ENV'] === 'production') {
    process.stderr.write(`${usage}\n`)
    process.exitCode = 1
    return
  }
  await withDatabase(async (url) => {
    const { db, close } = openDatabase(url, { max: 2 })
    const jobs = await openJobs(url, { retryDelaySeconds: 15, onError: (error) => console.error(error) })
    try {
      const found = await orderBatch({ db, jobs, clock: () => new Date() }, parsed.data.items)
      if (!found) throw new StartupError('There is no demo world in this database.')
      process.stdout.write(`${JSON.stringify(found)}\n`)
    } finally {
      await jobs.stop()
      await close()
    }
  })
}

await uploadBatch()
