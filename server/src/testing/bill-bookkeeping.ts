import type { Transaction } from '../db/database.ts'
import { billLeg } from '../engine/bills/bill-leg.ts'
import { updateBills } from '../engine/bills/update-bills.ts'
import { lockTransaction } from '../engine/transaction-row.ts'
import { countTypes } from '../ledger/counters/count-rows.ts'
import { billScope } from '../ledger/counters/scopes.ts'
import { hold, settle, voidHold } from '../ledger/ledger.ts'
import { transitionTransaction } from '../ledger/transactions.ts'
import { collect, line, record } from './ledger-fixtures.ts'
import type { CustomerAccount } from './customer-accounts.ts'

/** 2.5% of 1,000 naira, VAT of 7.5% included. */
const commission = { kobo: 2_500n, vatKobo: 174n }
const amountKobo = 100_000n

interface BillOptions {
  at?: string
  reference?: string
  customer?: string
  biller?: string
  category?: string
}

/** Records a bill payment of 1,000 naira and advances it to `status` as if the biller had responded. */
export async function bill(
  t: Transaction,
  account: CustomerAccount,
  status: 'QUEUED' | 'PENDING' | 'SUCCESS' | 'FAILED',
  { at, reference, customer = '08035550142', biller = 'MTN-AIRTIME', category = 'AIRTIME' }: BillOptions = {},
): Promise<string> {
  await collect(t, account)
  const { mode, merchantId, id: accountId } = account
  const { id, created_at } = await record(t, account, {
    category: 'BILL_PAYMENT',
    amount_kobo: amountKobo,
    status: 'QUEUED',
    beneficiary_name: 'MTN',
    beneficiary_number: customer,
    beneficiary_bank_code: biller,
    ...(at !== undefined && { created_at: at }),
    ...(reference !== undefined && { reference }),
  })
  const common = { id, mode, merchant_id: merchantId, created_at, amount_kobo: amountKobo }
  const left = { commission_kobo: commission.kobo, commission_vat_kobo: commission.vatKobo }
  await t
    .insertInto('bill_payment')
    .values({ ...common, ...left, biller, category, customer })
    .execute()
  await countTypes(t, { ...common, scope: billScope, category }, { PENDING: 1n })
  const row = await lockTransaction(t, id)
  if (!row || status === 'QUEUED') return id
  const when = new Date(created_at)
  await hold(t, { accountId, merchantId, transactionId: id, kind: 'BILL', amountKobo, at: when })
  await transitionTransaction(t, row, 'PENDING')
  if (status === 'PENDING') return id
  if (status === 'FAILED') await voidHold(t, { transactionId: id }, when)
  else {
    const lines = [line(account, -amountKobo, id), ...billLeg.creditLines(row, commission)]
    const { reference: of } = row
    await settle(t, { mode, kind: 'BILL', reference: of, transactionId: id, merchantId, at: when, lines })
  }
  const code = status === 'SUCCESS' ? '00' : '51'
  await transitionTransaction(t, { ...row, status: 'PENDING' }, status, { response_code: code })
  await updateBills(t, [{ row, status, problem: null, at: when }])
  return id
}
