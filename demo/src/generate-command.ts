import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { openDatabase } from '@kobo/server/db/database'
import { migrate } from '@kobo/server/db/migrate'
import { withDatabase } from '@kobo/server/db/with-database'
import type { Progress } from '@kobo/server/demo'
import { generate } from './generate.ts'
import { makeSeal } from '@kobo/server/seal'
import { serverRoot } from '@kobo/server/server-folder'
import { readSettings } from '@kobo/server/settings'

const usage = 'Usage: npm run generate -- --transactions 1000000 [--months 24] [--seed text]'

const optionsSchema = z.strictObject({
  transactions: z.coerce.number().int().min(1).max(1_000_000_000),
  months: z.coerce.number().int().min(1).max(240).default(24),
  seed: z
    .string()
    .min(1)
    .default(() => randomUUID()),
})

/** Fills the server's database with transactions at scale, to test how it behaves under load. */
async function generateTransactions(): Promise<void> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ options: { transactions: text, months: text, seed: text }, strict: false })
  const parsed = optionsSchema.safeParse(values)
  const refusal =
    process.env['NODE_ENV'] === 'production' ? 'Generated transactions are not allowed in production.' : usage
  if (!parsed.success || refusal !== usage) {
    process.stderr.write(`${refusal}\n`)
    process.exitCode = 1
    return
  }
  await withDatabase(async (url) => {
    const { secret } = readSettings({ ...process.env, DEMO: '1' }, dirname(serverRoot()))
    await migrate(url)
    const database = openDatabase(url, { max: 1, applicationName: 'kobo-console generate' })
    const started = performance.now()
    try {
      await generate({
        database,
        seal: makeSeal(secret),
        now: new Date(),
        ...parsed.data,
        onProgress: progressBar(started),
      })
    } finally {
      await database.close()
      if (process.stderr.isTTY) process.stderr.write('\n')
    }
    const seconds = (performance.now() - started) / 1000
    const { transactions, months, seed } = parsed.data
    const rate = Math.round(transactions / seconds).toLocaleString('en')
    process.stdout.write(
      `${transactions.toLocaleString('en')} transactions over ${months} months in ${seconds.toFixed(1)} s ` +
        `(${rate} a second, everything included), seed ${seed}\n`,
    )
  })
}

const barLength = 30
const reportEveryMs = 10_000

/** Reports progress on one line that is rewritten on a terminal, and printed every ten seconds elsewhere. */
function progressBar(started: number): (progress: Progress) => void {
  let reportedAt = 0
  return ({ done, total, what }) => {
    const passed = performance.now() - started
    const full = Math.round((barLength * done) / total)
    const rate = Math.round((1000 * done) / passed).toLocaleString('en')
    const line = `[${'#'.repeat(full)}${'.'.repeat(barLength - full)}] ${done.toLocaleString('en')} (${rate}/s) ${what}`
    if (process.stderr.isTTY) process.stderr.write(`\r${line.padEnd(100)}`)
    else if (passed - reportedAt > reportEveryMs) {
      reportedAt = passed
      process.stderr.write(`${line}\n`)
    }
  }
}

await generateTransactions()
