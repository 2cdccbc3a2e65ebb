import { modeOfRow } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { recordTransaction } from '../../ledger/transactions.ts'
import { bankLane, merchantLane } from '../../rails/lanes.ts'
import { uuidv7 } from '../../uuid.ts'
import { newReference } from '../reference.ts'
import { routeOf } from '../switch-route.ts'
import { writeTrail } from '../trail.ts'
import { noSettlementAccount, settlementBegun } from './settlement-messages.ts'
import { holderOf, partyColumns } from '../parties.ts'

interface Payee {
  mode: string
  merchant_id: string
  account_id: string
  kind: string
  amount_kobo: bigint
  holder: string
  own_number: string
  own_bank: string
  route: string
  bank_code: string | null
  account_number: string | null
  account_name: string | null
}

/**
 * Queues a payment attempt for a settlement whose row the caller has locked, or marks the settlement FAILED if there is
 * no bank account to pay to. The outbound leg determines the attempt's outcome.
 */
export async function attemptSettlement(
  db: Transaction,
  jobs: Jobs,
  settlementId: string,
  at: Date,
): Promise<'PENDING' | 'FAILED'> {
  const payee = await payeeOf(db, settlementId)
  if (payee.account_number === null) {
    const failed = { status: 'FAILED', reason: noSettlementAccount }
    await db.updateTable('settlement').set(failed).where('id', '=', settlementId).execute()
    return 'FAILED'
  }
  const { mode, merchant_id, account_id, kind: scope, amount_kobo, holder } = payee
  const id = uuidv7(at.getTime())
  const reference = newReference(at, id)
  await recordTransaction(db, {
    id,
    mode,
    scope,
    merchant_id,
    account_id,
    created_at: at.toISOString(),
    type: 'DEBIT',
    category: 'SETTLEMENT',
    status: 'QUEUED',
    amount_kobo,
    reference,
    ...partyColumns({
      originator: { name: holder, accountNumber: payee.own_number, bankCode: payee.own_bank },
      beneficiary: holderOf(payee),
    }),
    narration: `Settlement ${reference}`,
  })
  await db
    .insertInto('settlement_attempt')
    .values({ transaction_id: id, settlement_id: settlementId, merchant_id })
    .execute()
  const changes = { status: 'PENDING', reason: null, transaction_id: id }
  await db.updateTable('settlement').set(changes).where('id', '=', settlementId).execute()
  await writeTrail(db, { id, merchant_id }, at, [settlementBegun(holder)])
  const lanes = [bankLane(routeOf(payee), payee.bank_code ?? '', modeOfRow(payee)), merchantLane(merchant_id)]
  await jobs.enqueue(db, 'payout', { transactionId: id, merchantId: merchant_id }, { lanes })
  return 'PENDING'
}

async function payeeOf(db: Transaction, settlementId: string): Promise<Payee> {
  const { rows } = await sql<Payee>`
    select settlement.mode, settlement.merchant_id, settlement.account_id, account.kind, amount_kobo,
      account.account_name as holder, account.account_number as own_number, account.bank_code as own_bank, route,
      coalesce(subaccount.bank_code, own.bank_code) as bank_code,
      coalesce(subaccount.account_number, own.account_number) as account_number,
      coalesce(subaccount.account_name, own.account_name) as account_name
    from settlement
    join account on account.id = settlement.account_id
    join transfer_route on transfer_route.mode = settlement.mode
    left join subaccount on subaccount.id = settlement.subaccount_id
    left join settlement_account as own on own.merchant_id = settlement.merchant_id
    where settlement.id = ${settlementId}`.execute(db)
  const [payee] = rows
  if (!payee) throw new Error(`Settlement ${settlementId} not found`)
  return payee
}
