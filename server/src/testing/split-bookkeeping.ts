import type { Transaction } from '../db/database.ts'
import { markVirtualAccountUsed } from '../engine/collections/mark-virtual-account-used.ts'
import { openVirtualAccount } from '../engine/collections/open-virtual-account.ts'
import { incomeKobo, line, own, postLines, record } from './ledger-fixtures.ts'
import type { CustomerAccount } from './customer-accounts.ts'

const at = new Date('2026-03-04T10:00:00Z')

/** Share of a subaccount in each collection. */
const shareKobo = 100n

/** Opens a virtual account whose collections are split with a subaccount, or with none. */
export async function aSplitVirtualAccount(
  t: Transaction,
  account: CustomerAccount,
  subaccount: CustomerAccount | null,
) {
  const { mode, merchantId, walletId } = account
  const split = subaccount ? [subaccount.id] : []
  return await openVirtualAccount(t, { mode, merchantId, walletId, accountName: 'Kola Nut', split, at }, null)
}

/** Posts a collection on such a virtual account and the share of a subaccount. */
export async function share(
  t: Transaction,
  account: CustomerAccount,
  subaccount: CustomerAccount,
  { of = subaccount, givenKobo = shareKobo }: { of?: CustomerAccount | null; givenKobo?: bigint } = {},
): Promise<string> {
  const { id: inletId, number } = await aSplitVirtualAccount(t, account, of)
  const fields = { type: 'CREDIT', category: 'BANK_FUNDING', status: 'SUCCESS', amount_kobo: incomeKobo }
  const { id } = await record(t, account, { ...fields, beneficiary_number: number, payment_method: 'BANK' })
  const virtual = await t.selectFrom('virtual_account').selectAll().where('id', '=', inletId).executeTakeFirstOrThrow()
  await markVirtualAccountUsed(t, virtual, { transactionId: id, at })
  await postLines(t, account, 'COLLECTION', id, [
    line(account, incomeKobo - givenKobo, id),
    line(subaccount, givenKobo, id),
    own(account, 'FLOAT_NIP', -incomeKobo),
  ])
  return id
}
