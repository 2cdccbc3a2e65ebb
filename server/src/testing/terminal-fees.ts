import { lagosDay } from '@kobo/contract/kit/day'
import type { Transaction } from '../db/database.ts'
import type { CustomerAccount } from './customer-accounts.ts'
import { line, own, postLines, record } from './ledger-fixtures.ts'

/** Charges a store for a terminal for the month in which it was opened. */
export async function chargeTerminalMonth(
  t: Transaction,
  { store, terminal }: { store: CustomerAccount; terminal: CustomerAccount },
  more: Parameters<typeof record>[2] = {},
): Promise<string> {
  const { number, opened } = await t
    .selectFrom('account')
    .select(['account_number as number', 'created_at as opened'])
    .where('id', '=', terminal.id)
    .executeTakeFirstOrThrow()
  const reference = `TERMINAL/${lagosDay(new Date(opened)).slice(0, 7)}/${number}`
  const fields = { category: 'DEBIT_STORE', status: 'SUCCESS', amount_kobo: 100n, vat_kobo: 8n, reference }
  const { id } = await record(t, store, { ...fields, created_at: opened, terminal_id: terminal.id, ...more })
  const ours = [own(store, 'FEE_INCOME', 100n), own(store, 'VAT_PAYABLE', 8n)]
  await postLines(t, store, 'CHARGE', id, [line(store, -108n, id), ...ours])
  return id
}
