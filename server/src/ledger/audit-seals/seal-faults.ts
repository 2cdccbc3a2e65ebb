import type { Database } from '../../db/database.ts'
import type { Seal } from '../../seal.ts'
import type { Finding } from '../finding.ts'
import { type Anchor, anchorFault } from './anchor.ts'
import { unprovenSeals } from './proofs.ts'

/** Every fault of the sealed audit, in the database as in an exported file, as a sentence. */
export const sealFaults = {
  'audit-row-changed': 'Audit records that changed after they were sealed',
  'audit-row-removed': 'Sealed audit records that are missing',
  'audit-row-late': 'Audit records that were added more than an hour after their time',
  'audit-row-misdated': 'Audit records whose id contains another time',
  'audit-seal-missing': 'Audit seals that are missing',
  'audit-seal-altered': 'Audit seals that do not agree with themselves, their records or the seal before',
  'audit-retirement-altered':
    'Retired parts of the audit that do not agree with their seals, their own audit record or the seven years',
  'audit-proof-mismatch': 'Audit seals without a proof by SECRET that matches',
  'audit-anchor-missing': 'Audit seals of an anchor that are missing: the end was cut off',
  'audit-anchor-mismatch': 'Audit seals that have another hash than the anchor',
}

export type SealFault = keyof typeof sealFaults

/** What a check of seals knows besides them. */
export interface Known {
  /** Null if the secret is not known: proofs are not checked then. */
  seal: Seal | null
  /** Head that was kept elsewhere. */
  anchor: Anchor | null
}

/** Finds the faults of audit seals that the database alone cannot show. */
export async function findSealFaults(db: Database, { seal, anchor }: Known): Promise<Finding[]> {
  const findings: Finding[] = []
  const unproven = seal === null ? null : await unprovenSeals(db, seal)
  if (unproven && unproven.count > 0) findings.push(finding('audit-proof-mismatch', unproven))
  if (anchor === null) return findings
  const found = await db.selectFrom('audit_seal').select('hash').where('no', '=', anchor.no).executeTakeFirst()
  const fault = anchorFault(anchor, found?.hash.toString('hex'))
  if (fault) findings.push(finding(fault, { count: 1, ids: [String(anchor.no)] }))
  return findings
}

export function finding(kind: SealFault, found: Pick<Finding, 'count' | 'ids'>): Finding {
  return { kind, sentence: sealFaults[kind], ...found }
}
