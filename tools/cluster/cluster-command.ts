// Starts the installation of deploy/ on this machine, with the demo: npm run cluster
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Cluster } from './cluster.ts'
import { endOnSignal } from './end-on-signal.ts'
import { buildIfNeeded, refuseIfIncomplete } from './prepare.ts'

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: '/tmp/kobo-cluster' },
    port: { type: 'string', default: '25000' },
    asynchronous: { type: 'boolean', default: false },
  },
})

if (refuseIfIncomplete() && buildIfNeeded()) {
  const cluster = new Cluster({
    folder: resolve(values.folder),
    firstPort: Number(values.port),
    synchronous: !values.asynchronous,
    traffic: true,
    log: (line) => process.stdout.write(`${line}\n`),
  })
  const ending = endOnSignal(() => cluster.stop(), 0)
  try {
    await cluster.start()
    process.stdout.write(`Kobo Console is ready at ${cluster.addresses.join(' and ')}
  sign in with   admin@demo.test / kobo-demo-2026
  emailed codes  ${cluster.addresses[0]}/outbox
  database       ${cluster.commandEnv['DATABASE_URL']}
  state          ${cluster.stateCommand}
  figures        http://127.0.0.1:${cluster.values['MONITOR_PORT']}
  logs           ${cluster.folder}/log
Ctrl-C stops it.\n`)
  } catch (error) {
    // A start that is stopped fails too, and ends with the signal.
    if (!ending.aborted) {
      const reason = error instanceof Error ? error.message : String(error)
      process.stderr.write(`${reason}; the logs are in ${cluster.folder}/log\n`)
      await cluster.stop()
      process.exitCode = 1
    }
  }
}
