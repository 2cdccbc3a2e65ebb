import { copyDatabase } from './db-copy/copy-database.ts'
import { checkDatabase } from './db/check-database.ts'
import { withDatabase } from './db/with-database.ts'

const usage = {
  export: 'Usage: npm run db:export -- postgres://user:password@host:5432/database\n',
  import: 'Usage: npm run db:import -- postgres://user:password@host:5432/database\n',
}

/** Copies the server's own database, embedded or DATABASE_URL, to the named one (`export`), or from it (`import`). */
async function copy(direction: 'export' | 'import', other: string | undefined): Promise<void> {
  if (other === undefined) {
    process.stderr.write(usage[direction])
    process.exitCode = 1
    return
  }
  await withDatabase(async (own) => {
    await checkDatabase(other, 'The URL')
    const started = performance.now()
    let lastReport = ''
    const { rows } = await copyDatabase({
      ...(direction === 'export' ? { from: own, to: other } : { from: other, to: own }),
      onProgress: ({ step, done, total }) => {
        const line = `${done} of ${total} tables: ${step}\n`
        if (line !== lastReport) process.stderr.write(line)
        lastReport = line
      },
    })
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    process.stdout.write(
      `${rows.toLocaleString('en')} rows copied in ${seconds} s; every table and the ledger's sums agree.\n` +
        'Stored files and the secret are not in the database: see npm run files:copy, and copy SECRET or DATA_DIR/secret.\n',
    )
  })
}

await copy(process.argv[2] === 'import' ? 'import' : 'export', process.argv[3])
