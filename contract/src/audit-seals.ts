import { z } from 'zod'
import { call } from './kit/call.ts'

const count = z.number().int()
const moment = z.string().nullable()

/** Hashes over the audit that reveal changed, removed and added records. */
export const auditSeals = {
  state: call({
    method: 'GET',
    path: '/admin/audit/seals',
    permission: 'audit.read',
    effect: 'read',
    addition: true,
    summary: 'Retrieve the newest audit seal, how far the audit is sealed, and what the last ledger check found in it',
    reply: z.object({
      /** Null before the first seal. `hash` is SHA-256 in hex. */
      head: z.object({ no: count, hash: z.string(), at: z.string() }).nullable(),
      /** Number of sealed records. */
      sealedRecords: count,
      /** Time of the oldest record that waits for a seal. */
      oldestUnsealedAt: moment,
      /** The last completed ledger check: number of faults of the sealed audit. Proofs are checked by `npm run verify` alone. */
      lastCheck: z.object({ endedAt: z.string(), faults: count }).nullable(),
    }),
  }),
}
