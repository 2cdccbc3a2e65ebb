import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../root.mjs'
import { compareAcknowledged, type Comparison } from '../drill/compare-acknowledged.ts'
import type { Acknowledgement } from '../drill/signed-load.ts'
import { withStoredFiles } from '../drill/stored-files.ts'
import { type Cluster, until } from './cluster.ts'

const run = promisify(execFile)

export interface Evidence extends Comparison {
  /** Output of `npm run verify` if it found anything. */
  violations: string | null
}

/** Compares what was acknowledged with the database, and verifies the ledger. */
export async function collectEvidence(cluster: Cluster, acknowledged: readonly Acknowledgement[]): Promise<Evidence> {
  const env = { ...process.env, ...cluster.commandEnv }
  const primary = await cluster.primary()
  const comparison = await withStoredFiles(env, (files) =>
    cluster.onNode(primary, 'kobo', (client) => compareAcknowledged(client, files, acknowledged)),
  )
  const verify = [...process.execArgv, join(root, 'server/src/ledger/verify-command.ts')]
  const violations = await run(process.execPath, verify, { cwd: root, env }).then(
    () => null,
    (error: { stdout?: string; stderr?: string }) => `${error.stdout}${error.stderr}`.trim(),
  )
  return { ...comparison, violations }
}

/** Waits until no payment of a confirmed batch is still to be sent. */
export async function untilBatchesSent(cluster: Cluster, acknowledged: readonly Acknowledgement[]): Promise<void> {
  const ids = acknowledged.filter(({ kind }) => kind === 'batch').map(({ id }) => id)
  await until('every payment of all batches', 480_000, async () => {
    const primary = await cluster.primary()
    return await cluster.onNode(primary, 'kobo', async (client) => {
      // A bank that does not respond leaves its payments pending for as long as it likes.
      const open = await client.query(
        `select 1 from bulk_batch batch left join bulk_item item on item.batch_id = batch.id
        where batch.id = any($1::uuid[]) and (batch.status not in ('PROCESSING', 'COMPLETED') or item.status = 'NEW') limit 1`,
        [ids],
      )
      return open.rowCount === 0 ? true : null
    })
  })
}
