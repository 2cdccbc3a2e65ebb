import type { FreezableKind, FreezeScope } from '@kobo/contract/kit/freeze'
import { freezableKinds } from '@kobo/contract/kit/freeze'
import { z } from 'zod'
import type { Transaction } from '../db/database.ts'
import { uuidv7 } from '../uuid.ts'
import type { CustomerAccount } from './customer-accounts.ts'
import { someStaff } from './dispute-bookkeeping.ts'
import { auditRow } from './ledger-fixtures.ts'

interface FreezeFields {
  scopes: FreezeScope[]
  from: string
  /** Missing while it is in force. */
  until?: string
  /** Whether its decisions have audit rows; by default they have. */
  isAudited?: boolean
}

/** Inserts a freeze of a merchant, or of one of its accounts, without its effect. */
export async function aPastFreeze(
  t: Transaction,
  { id: accountId, kind: accountKind, mode, merchantId }: CustomerAccount,
  { scopes, from, until, isAudited = true }: FreezeFields,
): Promise<string> {
  const id = uuidv7(Date.parse(from))
  const kind: FreezableKind = z.enum(freezableKinds).parse(accountKind)
  const staffId = await someStaff(t)
  await t
    .insertInto('account_freeze')
    .values({
      id,
      mode,
      merchant_id: merchantId,
      account_id: kind === 'MERCHANT' ? null : accountId,
      kind,
      scopes,
      reason: 'The owner reports a theft',
      staff_id: staffId,
      started_at: from,
      cancels_waiting: false,
      ...(until !== undefined && { ended_at: until, ended_by: staffId, end_reason: 'The keys were replaced' }),
    })
    .execute()
  if (!isAudited) return id
  await auditRow(t, 'freeze.start', ['freeze', id], { scopes })
  if (until !== undefined) await auditRow(t, 'freeze.lift', ['freeze', id], { scopes: [] })
  return id
}
