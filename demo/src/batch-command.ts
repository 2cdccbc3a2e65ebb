import { z } from 'zod'
import { StartupError } from '@kobo/server/startup-error'
import { uploadBatch } from './new-batch.ts'
import { runningDemo } from './partners.ts'
import { readOptions, runCommand } from './run-command.ts'

const usage =
  'Usage: npm run demo:batch -- [--items 500]\n' +
  'Uploads a batch of payouts of the merchant with the highest balance, in a running demo, and prints its URL.'

const optionsSchema = z.strictObject({ items: z.coerce.number().int().min(1).max(20_000).default(500) })

await runCommand(usage, readOptions(optionsSchema), async (db, { items }) => {
  const batch = await uploadBatch({ db, partners: runningDemo(db) }, items)
  if (!batch) throw new StartupError('This database has no demo data.')
  return batch
})
