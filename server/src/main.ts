import { dirname } from 'node:path'
import { type Notices, type Server, startServer } from './server.ts'
import { serverRoot } from './server-folder.ts'
import { readSettings, type Settings } from './settings.ts'
import { StartupError } from './startup-error.ts'

const begun = performance.now()

/** Supervisors kill a process after about half a minute. */
const stopWithinMs = 25_000
let server: Server | null = null

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop(signal))
process.once('uncaughtException', (error, origin) => {
  server?.app.log.fatal({ err: error, origin }, 'Stopping after a fatal error')
  fail(error)
})

try {
  const settings = readSettings(process.env, dirname(serverRoot()))
  server = await startServer(settings, terminal())
  printAddresses(settings)
} catch (error) {
  fail(error)
}

function stop(signal: 'SIGINT' | 'SIGTERM'): void {
  // A second signal exits immediately; the watchdog still stops the database.
  process.once(signal, () => process.exit(130))
  if (server === null) {
    process.stdout.write(`Kobo Console stopped before it was ready: ${signal}\n`)
    process.exit(130)
  }
  const { log } = server.app
  log.warn({ signal }, `Shutting down: ${signal}`)
  setTimeout(() => {
    log.error({ signal }, `The server did not stop within ${stopWithinMs / 1000} s and was terminated`)
    process.exit(1)
  }, stopWithinMs)
  server.stop().then(
    () => process.exit(0),
    (error: unknown) => fail(error),
  )
}

function fail(error: unknown): never {
  if (error instanceof StartupError) process.stderr.write(`${error.message}\n`)
  else process.stderr.write(`Kobo Console failed: ${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
}

function printAddresses(settings: Settings): void {
  const { port, demo, publicUrl } = settings
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  const address = demo ? `http://localhost:${port}` : publicUrl
  process.stdout.write(`Kobo Console is ready at ${address} (${seconds} s)\n`)
  if (demo) {
    process.stdout.write(`  sign in with   admin@demo.test / kobo-demo-2026\n`)
    process.stdout.write(`  emailed codes  here, and at ${address}/outbox\n`)
  }
}

function terminal(): Notices {
  return {
    step: (sentence) => process.stdout.write(`${sentence}\n`),
    progress({ done, total, what }) {
      const line = `Generating the demo data: ${what} ${Math.round((100 * done) / total)} %`
      if (process.stdout.isTTY) process.stdout.write(`\r${line.padEnd(60)}${done >= total ? '\n' : ''}`)
      else if (done >= total) process.stdout.write(`${line}\n`)
    },
    demoMail: ({ to, subject }) => process.stdout.write(`Email to ${to}: ${subject}\n`),
  }
}
