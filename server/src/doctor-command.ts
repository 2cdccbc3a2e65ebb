import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { attachOrStart } from './db/embedded.ts'
import { diagnose, diagnosisLines } from './monitoring/doctor.ts'
import { serverRoot } from './server-folder.ts'

/**
 * Examines the installation of DATABASE_URL, or of the embedded database, and the servers at the given addresses. Prints what is
 * wrong with the runbook to open, and then exits with code 1.
 */
const { positionals } = parseArgs({ allowPositionals: true })
const unreadable = positionals.find((address) => !/^https?:\/\//.test(address) || !URL.canParse(address))
if (unreadable !== undefined) {
  console.error(`"${unreadable}" is not the address of a server, such as http://10.0.0.5:3000.`)
  process.exit(1)
}

let stop = async () => {}
const diagnosis = await diagnose({
  database: async () => {
    const configuredUrl = process.env['DATABASE_URL']
    if (configuredUrl) return configuredUrl
    const dataDir = resolve(dirname(serverRoot()), process.env['DATA_DIR'] || 'data')
    const embedded = await attachOrStart({ dataDir, log: console.error })
    stop = () => embedded.stop()
    return embedded.url
  },
  servers: positionals,
})
await stop()
process.stdout.write(`${diagnosisLines(diagnosis).join('\n')}\n`)
process.exit(diagnosis.problems.length > 0 ? 1 : 0)
