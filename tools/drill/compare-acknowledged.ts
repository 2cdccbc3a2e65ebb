import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import type { Files } from '@kobo/server/rails/files'
import type { Acknowledgement, Kind } from './signed-load.ts'

export interface Comparison {
  /** Acknowledged writes that the database lacks, or whose file has other bytes. */
  lost: Acknowledgement[]
  /** One text for each write that took effect more than once. */
  duplicated: string[]
}

/** What the database holds of the acknowledged writes of one kind. */
export interface Findings {
  /** Records that are there, in the state that was confirmed. */
  ids: ReadonlySet<string>
  /** Number of effects by reference. */
  effects: ReadonlyMap<string, number>
  /** SHA-256 of the stored bytes by record, of those that have a file. */
  files: ReadonlyMap<string, string>
}

/** Queries by which acknowledged writes of a kind are found. */
interface Place {
  /** Each record that has the confirmed state, as `id`. */
  records: string
  /** Each effect, as `reference`. */
  effects: string
  /** Effects of one write; 1 unless given. */
  each?: number
  /** Each record's file, as `id` of the record, with its storage key. */
  files?: string
}

const transactions = 'select id, reference from transaction'
const purchases = `select substr(beneficiary_name, 7) as reference from transaction where beneficiary_name ^@ 'Drill '`
const cardBatches = 'select id, reference from card_batch'
const audited = (action: string) => `select record_id as reference from audit where action = '${action}'`
const exports = 'select id, place as reference from download'

const places: Record<Kind, Place> = {
  payout: { records: transactions, effects: transactions },
  // The debit and the credit of a transfer.
  move: { records: transactions, effects: transactions, each: 2 },
  collection: { records: transactions, effects: transactions },
  batch: { records: 'select id from bulk_batch', effects: 'select reference from bulk_batch' },
  'card batch': { records: cardBatches, effects: cardBatches },
  authorisation: { records: transactions, effects: purchases },
  clearing: { records: `select id from transaction where status = 'SUCCESS'`, effects: purchases },
  image: {
    records: 'select id from dispute_message',
    effects: 'select subject as reference from dispute_message',
    files: 'select message_id as id, storage_key, sealed_with from dispute_attachment join file on file.id = file_id',
  },
  note: { records: 'select id from note', effects: `select substr(text, 7) as reference from note` },
  approval: {
    records: `select id from card_batch where status = 'ACCEPTED'
      and quantity = (select count(*) from card where batch_id = card_batch.id)`,
    effects: audited('card-batch.approve'),
  },
  decline: {
    records: `select id from card_batch where status = 'DECLINED'
      and not exists (select from card where batch_id = card_batch.id)`,
    effects: audited('card-batch.decline'),
  },
  export: { records: exports, effects: exports },
  download: {
    records: exports,
    effects: exports,
    files: 'select download.id, storage_key, sealed_with from download join file on file.id = file_id',
  },
}

/** Compares what was acknowledged with the database and the stored files, and with the payments of the simulated switches. */
export async function compareAcknowledged(
  client: pg.ClientBase,
  files: Pick<Files, 'read'>,
  acknowledged: readonly Acknowledgement[],
): Promise<Comparison> {
  const comparison: Comparison = { lost: [], duplicated: [] }
  for (const [kind, place] of Object.entries(places)) {
    const ofKind = acknowledged.filter((one) => one.kind === kind)
    const { lost, duplicated } = judge(ofKind, await find(client, files, place, ofKind), place.each)
    comparison.lost.push(...lost)
    comparison.duplicated.push(...duplicated)
  }
  const { rows: paidTwice } = await client.query<{ session_id: string }>(
    `select session_id from outside.payment where code = '00' group by 1 having count(*) > 1`,
  )
  comparison.duplicated.push(...paidTwice.map((row) => `payment ${row.session_id} through two switches`))
  return comparison
}

/** Compares acknowledged writes of one kind, of which each has so many effects, with what was found. */
export function judge(
  acknowledged: readonly Acknowledgement[],
  { ids, effects, files }: Findings,
  each = 1,
): Comparison {
  const count = ({ reference }: Acknowledgement) => effects.get(reference) ?? 0
  return {
    lost: acknowledged.filter((one) => {
      const isChanged = one.sha256 !== undefined && files.get(one.id) !== one.sha256
      return !ids.has(one.id) || count(one) < each || isChanged
    }),
    duplicated: acknowledged
      .filter((one) => count(one) > each)
      .map((one) => `${one.kind} ${one.reference}: ${count(one)}`),
  }
}

async function find(
  client: pg.ClientBase,
  files: Pick<Files, 'read'>,
  place: Place,
  acknowledged: readonly Acknowledgement[],
): Promise<Findings> {
  const ids = acknowledged.map(({ id }) => id)
  const { rows: records } = await client.query<{ id: string }>(
    `select id from (${place.records}) as record where id = any($1::uuid[])`,
    [ids],
  )
  const { rows: effects } = await client.query<{ reference: string; count: number }>(
    `select reference, count(*)::int as count from (${place.effects}) as effect where reference = any($1::text[]) group by 1`,
    [acknowledged.map(({ reference }) => reference)],
  )
  const hashes = new Map<string, string>()
  if (place.files !== undefined) {
    const { rows } = await client.query<{ id: string; storage_key: string; sealed_with: string | null }>(
      `select * from (${place.files}) as stored where id = any($1::uuid[])`,
      [ids],
    )
    for (const row of rows) hashes.set(row.id, await hashOf(row, files))
  }
  return {
    ids: new Set(records.map(({ id }) => id)),
    effects: new Map(effects.map(({ reference, count }) => [reference, count])),
    files: hashes,
  }
}

/** Returns the reason in place of the hash if the bytes cannot be read. */
async function hashOf(
  row: { storage_key: string; sealed_with: string | null },
  files: Pick<Files, 'read'>,
): Promise<string> {
  const hash = createHash('sha256')
  try {
    await pipeline(await files.read(row), hash)
  } catch (error) {
    return String(error)
  }
  return hash.digest('hex')
}
