import type { Mode } from '@kobo/contract/kit/mode'
import type { Transaction } from '../../db/database.ts'
import { nextAccountNumber, providerBank } from '../../ledger/accounts.ts'
import { findBank } from '../../rails/banks.ts'
import { uuidv7 } from '../../uuid.ts'
import type { SplitPart } from './allocate-split.ts'
import { DomainError } from '../../domain-error.ts'

export interface NewSubaccount extends Pick<SplitPart, 'type' | 'value'> {
  mode: Mode
  merchantId: string
  /** Name of the partner. */
  name: string
  /** Bank account to which its shares are settled. */
  bank: { code: string; accountNumber: string; accountName: string }
  at: Date
}

/** Opens an empty subaccount with its own ledger account for its shares. */
export async function openSubaccount(db: Transaction, opened: NewSubaccount): Promise<string> {
  const { mode, merchantId, name, type, value, bank, at } = opened
  const found = findBank(bank.code)
  if (!found) throw new DomainError('refused', `There is no bank with the code ${bank.code}`)
  const id = uuidv7(at.getTime())
  const common = { id, mode, merchant_id: merchantId, created_at: at.toISOString() }
  await db
    .insertInto('account')
    .values({
      ...common,
      kind: 'SUBACCOUNT',
      account_number: await nextAccountNumber(db),
      account_name: name,
      bank_code: providerBank.code,
      bank_name: providerBank.name,
    })
    .execute()
  await db
    .insertInto('subaccount')
    .values({
      ...common,
      name,
      split_type: type,
      split_value: value,
      bank_code: found.code,
      bank_name: found.name,
      account_number: bank.accountNumber,
      account_name: bank.accountName,
    })
    .execute()
  return id
}
