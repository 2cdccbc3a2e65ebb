import type { ledger } from '@kobo/contract/ledger'
import { requestLedgerCheck } from '../../engine/ledger-check.ts'
import type { Handler } from '../../http/handler.ts'

/** Starts a ledger check unless one is running. */
export const startLedgerCheck: Handler<typeof ledger.startCheck> = async (_, { db, jobs, staff, now, audit }) => {
  const { checkId, isNew } = await requestLedgerCheck(db, jobs, { staffId: staff.id, at: now })
  await audit({ action: 'ledger.check', recordType: 'ledger_check', recordId: checkId, after: { isNew } })
  return { message: isNew ? 'Ledger check started' : 'A ledger check is already running', data: { checkId } }
}
