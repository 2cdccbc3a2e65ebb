import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../root.mjs'
import { type Cluster, until } from './cluster.ts'
import type { Acknowledgement } from './load.ts'

export interface Evidence {
  /** Confirmed writes that the database lacks. */
  lost: string[]
  /** Writes that took effect more than once. */
  duplicated: string[]
  /** Output of `npm run verify` if it found anything. */
  violations: string | null
}

/** Table and condition by which each confirmed write is found: once by its id, and never again under its reference. */
const places = {
  payout: { table: 'transaction', reference: 'reference', effects: 1 },
  // The debit and the credit of a transfer.
  move: { table: 'transaction', reference: 'reference', effects: 2 },
  collection: { table: 'transaction', reference: 'reference', effects: 1 },
  batch: { table: 'bulk_batch', reference: 'reference', effects: 1 },
  note: { table: 'note', reference: `substr(text, 7)`, effects: 1 },
} as const

/** Compares what was confirmed with the database, and verifies the ledger. */
export async function collectEvidence(cluster: Cluster, acknowledged: readonly Acknowledgement[]): Promise<Evidence> {
  const primary = await cluster.primary()
  const evidence: Evidence = { lost: [], duplicated: [], violations: null }
  await cluster.onNode(primary, 'kobo', async (client) => {
    for (const [kind, { table, reference, effects }] of Object.entries(places)) {
      const confirmed = acknowledged.filter((one) => one.kind === kind)
      const { rows: found } = await client.query<{ id: string }>(`select id from ${table} where id = any($1::uuid[])`, [
        confirmed.map(({ id }) => id),
      ])
      const ids = new Set(found.map(({ id }) => id))
      for (const one of confirmed) if (!ids.has(one.id)) evidence.lost.push(`${kind} ${one.reference}`)
      const { rows: more } = await client.query<{ reference: string; count: number }>(
        `select ${reference} as reference, count(*)::int as count from ${table}
         where ${reference} = any($1::text[]) group by 1 having count(*) > $2`,
        [confirmed.map((one) => one.reference), effects],
      )
      evidence.duplicated.push(...more.map((row) => `${kind} ${row.reference}: ${row.count}`))
    }
    const { rows: paidTwice } = await client.query<{ session_id: string }>(
      `select session_id from outside.payment where code = '00' group by 1 having count(*) > 1`,
    )
    evidence.duplicated.push(...paidTwice.map((row) => `payment ${row.session_id} through two switches`))
  })
  const verified = spawnSync(
    process.execPath,
    [...process.execArgv, join(root, 'server/src/ledger/verify-command.ts')],
    {
      cwd: root,
      env: { ...process.env, ...cluster.commandEnv },
      encoding: 'utf8',
    },
  )
  if (verified.status !== 0) evidence.violations = `${verified.stdout}${verified.stderr}`.trim()
  return evidence
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
