import type { Database } from '../db/database.ts'
import { sealedTables, unopenedRows } from '../db/sealed-values.ts'
import type { Seal } from '../seal.ts'
import type { Finding } from './finding.ts'

/** Finds the rows with a sealed value that was altered, copied from another row, or sealed with an unknown secret. */
export async function findUnopened(db: Database, seal: Seal): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const of of sealedTables) {
    const found = await unopenedRows(db, seal, of)
    const sentence = `Rows of ${of.table} with a sealed value that does not open in its place`
    if (found.count > 0) findings.push({ kind: 'sealed-value-unopened', sentence, ...found })
  }
  return findings
}
