import type { Mode } from '@kobo/contract/kit/mode'
import type { Transaction } from '../db/database.ts'
import { startLien } from '../engine/liens/place-lien.ts'
import { endLien } from '../engine/liens/release-lien.ts'
import { someStaff } from './dispute-bookkeeping.ts'
import { auditRow } from './ledger-fixtures.ts'

interface LienFields {
  amountKobo: bigint
  until?: Date
  at?: Date
  /** Whether its decision has an audit row; by default it has. */
  isAudited?: boolean
}

const usualAt = new Date('2026-03-04T10:00:00Z')

/** Places a lien on an account. */
export async function aLien(
  t: Transaction,
  account: { id: string; mode: Mode },
  { amountKobo, until, at = usualAt, isAudited = true }: LienFields,
): Promise<string> {
  const staffId = await someStaff(t)
  const order = { accountId: account.id, amountKobo, reason: 'A court ordered it', until: until ?? null, staffId }
  const { lien } = await startLien(t, () => at, account.mode, order)
  if (isAudited) await auditRow(t, 'lien.place', ['lien', lien.id], {})
  return lien.id
}

/** Releases a lien as an operator does. */
export async function releaseLien(
  t: Transaction,
  lienId: string,
  { isAudited = true, at = usualAt } = {},
): Promise<void> {
  const { mode } = await t.selectFrom('lien').select('mode').where('id', '=', lienId).executeTakeFirstOrThrow()
  const endedBy = { staffId: await someStaff(t), reason: 'The court lifted it' }
  await endLien(t, () => at, mode === 'SANDBOX' ? mode : 'PRODUCTION', { lienId, endedBy })
  if (isAudited) await auditRow(t, 'lien.release', ['lien', lienId], {})
}
