import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { parseArgs } from 'node:util'
import { day, dayEnd, dayStart } from '@kobo/contract/kit/day'
import { openDatabase } from '../../db/database.ts'
import { withDatabase } from '../../db/with-database.ts'
import { StartupError } from '../../startup-error.ts'
import { exportAudit } from './export-audit.ts'

const usage = 'Usage: npm run audit:export -- --from 2026-10-01 --until 2026-10-31 --to audit.jsonl'

/** Writes the audit of some days in Lagos, the last one included, with its seals, to a new file or to the terminal. */
await withDatabase(async (url) => {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ options: { from: text, until: text, to: text } })
  const [from, until] = [day.safeParse(values.from), day.safeParse(values.until)]
  if (!from.success || !until.success || until.data < from.data) throw new StartupError(usage)
  const database = openDatabase(url, { max: 1, applicationName: 'kobo-console audit:export' })
  try {
    const file = values.to === undefined ? null : createWriteStream(values.to, { flags: 'wx', mode: 0o600 })
    if (file) await once(file, 'open')
    const span = { from: dayStart(from.data), until: dayEnd(until.data) }
    const rows = await exportAudit(database.db, span, file ?? process.stdout)
    if (file === null) return
    file.end()
    await once(file, 'finish')
    process.stderr.write(`${rows.toLocaleString('en')} records written to ${values.to}\n`)
  } finally {
    await database.close()
  }
})
