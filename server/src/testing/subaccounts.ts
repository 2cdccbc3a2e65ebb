import { modeOfRow } from '@kobo/contract/kit/mode'
import type { Transaction } from '../db/database.ts'
import { openVirtualAccount } from '../engine/collections/open-virtual-account.ts'
import { receiveCollection } from '../engine/collections/receive-collection.ts'
import { openSubaccount } from '../engine/splits/open-subaccount.ts'
import type { SplitPart } from '../engine/splits/allocate-split.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { newSessionId } from '../rails/session-id.ts'

interface Owner {
  id: string
  mode: string
}

interface SubaccountFields extends Partial<Pick<SplitPart, 'type' | 'value'>> {
  name?: string
  accountNumber?: string
  at?: Date
}

/** Opens a subaccount of a merchant with a share of ten percent by default; returns its id. */
export async function aSubaccount(t: Transaction, merchant: Owner, fields: SubaccountFields = {}): Promise<string> {
  const { type = 'PERCENTAGE', value = 1000n, name = 'Kernel Supplies', at = new Date() } = fields
  const bank = { code: '058', accountNumber: fields.accountNumber ?? '0123456900', accountName: 'Chidi Okafor' }
  return await openSubaccount(t, { mode: modeOfRow(merchant), merchantId: merchant.id, name, type, value, bank, at })
}

/** Opens a static virtual account whose collections are split; returns its number. */
export async function aSharedNumber(t: Transaction, merchant: Owner, split: readonly string[]): Promise<string> {
  const account = { mode: modeOfRow(merchant), merchantId: merchant.id, walletId: null, accountName: 'Kola Nut' }
  return (await openVirtualAccount(t, { ...account, split, at: new Date() }, null)).number
}

/** Credits a payment from another bank to an account number and returns the transaction's id. */
export async function paidOnNumber(
  t: Transaction,
  jobs: Jobs,
  merchant: Owner,
  paid: { accountNumber: string; amountKobo: bigint; at?: Date; from?: string },
): Promise<string> {
  const { accountNumber, amountKobo, at = new Date(), from = '0123456785' } = paid
  const received = await receiveCollection(t, jobs, {
    mode: modeOfRow(merchant),
    accountNumber,
    amountKobo,
    sender: { name: 'Hadiza Bello', accountNumber: from, bankCode: '058' },
    sessionId: newSessionId(at),
    narration: 'Two crates',
    route: 'NIP',
    at,
  })
  if (received.outcome === 'DECLINED') throw new Error(received.reason)
  return received.transactionId
}
