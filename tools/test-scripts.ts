import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { bundleServer, threads } from './bundle-server.mjs'
import { root } from './root.mjs'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the bundled scripts, each under its path below server/src. */
    scripts: string
  }
}

/** Scripts that tests start as processes. */
const scripts = [
  'main.ts',
  'doctor-command.ts',
  'jobs-command.ts',
  'staff-add-command.ts',
  'copy-command.ts',
  'sealing-command.ts',
  'ledger/verify-command.ts',
  'ledger/audit-seals/audit-export-command.ts',
  'ledger/audit-seals/audit-retire-command.ts',
  'ledger/audit-seals/audit-check-command.ts',
  'testing/database-child.ts',
  'testing/audit-seal-worker.ts',
  'testing/card-worker.ts',
  'testing/payout-worker.ts',
  'testing/schedule-worker.ts',
  'testing/server-worker.ts',
]

/** Bundles the scripts once before all server tests, because each would need seconds to transpile at its start. */
export default async function bundleScripts(project: TestProject): Promise<() => void> {
  const dist = join(root, 'server/dist')
  mkdirSync(dist, { recursive: true })
  // Inside the server's folder, so that the scripts find its packages and migrations.
  const outdir = mkdtempSync(join(dist, 'test-scripts-'))
  const sources = join(root, 'server/src')
  await bundleServer({
    entryPoints: [
      ...scripts.map((script) => ({ in: join(sources, script), out: script.replace(/\.ts$/, '') })),
      ...threads.map((thread) => ({ in: join(sources, thread), out: basename(thread, '.ts') })),
    ],
    outdir,
    splitting: true,
  })
  project.provide('scripts', outdir)
  return () => rmSync(outdir, { recursive: true, force: true })
}
