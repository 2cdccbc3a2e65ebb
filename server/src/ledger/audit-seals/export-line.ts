import { z } from 'zod'
import { rowColumns } from './audit-row.ts'
import type { AuditSeal } from './audit-seal.ts'
import type { RetiredAudit } from './retired-audit.ts'

/** Proofs of a seal by the names of their keys, in hex. */
const proofs = z.record(z.string(), z.string())
const row = z.record(z.enum(rowColumns), z.string().nullable())

const seal: z.ZodType<AuditSeal> = z.object({
  no: z.int(),
  form: z.int(),
  at: z.string(),
  watermark: z.string(),
  isLate: z.boolean(),
  n: z.int(),
  total: z.int(),
  firstId: z.string().nullable(),
  lastId: z.string().nullable(),
  leaves: z.string(),
  previous: z.string(),
  hash: z.string(),
})

const retired: z.ZodType<RetiredAudit> = z.object({
  firstSeal: z.int(),
  lastSeal: z.int(),
  records: z.int(),
  until: z.string(),
  at: z.string(),
  fileSha256: z.string(),
})

/** A line of an exported audit. */
export const exportLine = z.union([
  // Seals whose records are in another file only; after the first line.
  z.object({ retired }),
  // A record of the last seal above, in its order, with its hash when it was sealed; null if the record is missing.
  z.object({ id: z.string(), leaf: z.string(), row: row.nullable() }),
  z.object({ seal, proofs }),
  // A record that is in no seal.
  z.object({ unsealed: row }),
  // The newest seal of the database; the first line.
  z.object({ head: seal.nullable(), proofs }),
  // The number of records above; the last line.
  z.object({ end: z.int() }),
])

export type ExportLine = z.infer<typeof exportLine>
export type Proofs = z.infer<typeof proofs>
