import { parseArgs } from 'node:util'
import { z } from 'zod'
import { openDatabase } from '@kobo/server/db/database'
import { withDatabase } from '@kobo/server/db/with-database'
import { StartupError } from '@kobo/server/startup-error'
import { uploadBatch } from './new-batch.ts'
import { runningDemo } from './partners.ts'

const usage =
  'Usage: npm run demo:batch -- [--items 500]\n' +
  'Uploads a batch of payouts of the merchant with the highest balance, in a running demo, and prints its URL.'

const optionsSchema = z.strictObject({ items: z.coerce.number().int().min(1).max(20_000).default(500) })

/** Uploads a batch in the demo and prints its location as one line of JSON. */
async function orderBatch(): Promise<void> {
  const { values } = parseArgs({ options: { items: { type: 'string' } }, strict: false })
  const parsed = optionsSchema.safeParse(values)
  if (!parsed.success || process.env['NODE_ENV'] === 'production') {
    process.stderr.write(`${usage}\n`)
    process.exitCode = 1
    return
  }
  await withDatabase(async (url) => {
    const { db, close } = openDatabase(url, { max: 2 })
    try {
      const found = await uploadBatch({ db, partners: runningDemo(db) }, parsed.data.items)
      if (!found) throw new StartupError('This database has no demo data.')
      process.stdout.write(`${JSON.stringify(found)}\n`)
    } finally {
      await close()
    }
  })
}

await orderBatch()
