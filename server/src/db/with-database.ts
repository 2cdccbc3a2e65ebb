import { dirname, resolve } from 'node:path'
import { serverRoot } from '../server-folder.ts'
import { StartupError } from '../startup-error.ts'
import { checkDatabase } from './check-database.ts'
import { attachOrStart } from './embedded.ts'

/**
 * Runs a command-line tool's work on the server's database: DATABASE_URL, or the embedded one, which may already be running. An
 * error is reported as one line and exit code 1.
 */
export async function withDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const configuredUrl = process.env['DATABASE_URL']
  try {
    if (configuredUrl) {
      await checkDatabase(configuredUrl)
      return await work(configuredUrl)
    }
    const dataDir = resolve(dirname(serverRoot()), process.env['DATA_DIR'] || 'data')
    const database = await attachOrStart({ dataDir, log: console.error })
    try {
      await work(database.url)
    } finally {
      await database.stop()
    }
  } catch (error) {
    console.error(error instanceof StartupError ? error.message : error)
    process.exitCode = 1
  }
}
