import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from './db/database.ts'
import { withDatabase } from './db/with-database.ts'
import { copyFiles } from './rails/copy-files.ts'
import { openFileStore } from './rails/open-file-store.ts'
import { makeSeal } from './seal.ts'
import { serverRoot } from './server-folder.ts'
import { secretsIfKnown } from './settings.ts'
import { fileStoreSettingsOf, readFileStoreSettings } from './settings-file-store.ts'
import { StartupError } from './startup-error.ts'

const usage = 'Usage: npm run files:copy -- --to s3://bucket/folder (or file:///folder) [--from s3://… or file:///…]\n'
const reportEvery = 1_000
const faultsShown = 20

/** Copies the stored files from the configured store, or that of `--from`, to another one. */
async function copy(to: string, from: string | undefined): Promise<void> {
  await withDatabase(async (url) => {
    const dataDir = resolve(dirname(serverRoot()), process.env['DATA_DIR'] || 'data')
    const source =
      from === undefined ? readFileStoreSettings(process.env, dataDir) : fileStoreSettingsOf(from, process.env)
    const target = fileStoreSettingsOf(to, process.env)
    if (JSON.stringify(source) === JSON.stringify(target)) throw new StartupError('Source and target are the same.')
    const secrets = secretsIfKnown(process.env, dirname(serverRoot()))
    if (secrets === null) throw new StartupError('SECRET is not set: stored files cannot be opened to compare them.')
    const stores = { from: await openFileStore(source), to: await openFileStore(target) }
    const database = openDatabase(url, { max: 4 })
    try {
      await stores.to.check()
      const { copied, present, faults } = await copyFiles(
        database.db,
        { ...stores, seal: makeSeal(secrets) },
        (done) => {
          if (done % reportEvery === 0) process.stderr.write(`${done.toLocaleString('en')} files\n`)
        },
      )
      process.stdout.write(
        `${copied.toLocaleString('en')} files copied and compared, ${present.toLocaleString('en')} were there already.\n`,
      )
      if (faults.length === 0) return
      process.exitCode = 1
      process.stderr.write(`${faults.length.toLocaleString('en')} files could not be copied:\n`)
      for (const fault of faults.slice(0, faultsShown)) process.stderr.write(`  ${fault}\n`)
    } finally {
      await database.close()
      stores.from.close()
      stores.to.close()
    }
  })
}

const { values } = parseArgs({ options: { to: { type: 'string' }, from: { type: 'string' } }, strict: false })
if (typeof values.to === 'string') await copy(values.to, typeof values.from === 'string' ? values.from : undefined)
else {
  process.stderr.write(usage)
  process.exitCode = 1
}
