import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { MissingFileError } from './file-store.ts'
import type { Files } from './files.ts'

export interface FileReport {
  checked: number
  /** Documents that cannot be read, or whose bytes are not those of their row: each with its id and name. */
  faults: string[]
  /** Exports and statements that were deleted since; their operators request them again. */
  expired: number
}

const rowsAtOnce = 500

/** Reads every document that a database refers to and compares its SHA-256 with the row. */
export async function checkFiles(client: pg.ClientBase | pg.Pool, files: Pick<Files, 'read'>): Promise<FileReport> {
  const report: FileReport = { checked: 0, faults: [], expired: 0 }
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await client.query<Row>(
      `select file.id, name, storage_key, sealed_with, sha256,
        exists (select from download where file_id = file.id)
        or exists (select from statement where file.id in (pdf_file_id, csv_file_id)) as can_be_requested_again
      from file where status = 'READY' and file.id > $1 order by file.id limit $2`,
      [after, rowsAtOnce],
    )
    for (const row of rows) {
      const fault = await faultOf(row, files)
      report.checked += 1
      if (fault === 'missing' && row.can_be_requested_again) report.expired += 1
      else if (fault !== null) report.faults.push(`${row.id} ${row.name}: ${fault}`)
    }
    const last = rows.at(-1)
    if (!last) return report
    after = last.id
  }
}

interface Row {
  id: string
  name: string
  storage_key: string
  sealed_with: string | null
  sha256: string
  can_be_requested_again: boolean
}

async function faultOf(row: Row, files: Pick<Files, 'read'>): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    await pipeline(await files.read(row), hash)
  } catch (error) {
    return error instanceof MissingFileError ? 'missing' : String(error)
  }
  return hash.digest('hex') === row.sha256 ? null : 'its bytes are not those of its row'
}
