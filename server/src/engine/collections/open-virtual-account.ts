import type { Mode } from '@kobo/contract/kit/mode'
import type { Transaction } from '../../db/database.ts'
import { nextAccountNumber, providerBank } from '../../ledger/accounts.ts'
import { countTypes } from '../../ledger/counters/count-rows.ts'
import { virtualAccountScope } from '../../ledger/counters/scopes.ts'
import { uuidv7 } from '../../uuid.ts'
import { requireService } from '../service-status.ts'
import { createSplit } from '../splits/create-split.ts'
import { DomainError } from '../../domain-error.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { chargeEvent, openingReference } from '../charges/charge-event.ts'

export interface NewVirtualAccount {
  mode: Mode
  merchantId: string
  /** Customer's wallet that is credited, or null for the merchant's own account. */
  walletId: string | null
  accountName: string
  /** Subaccounts that share each collection, in this order; the rest is the merchant's. */
  split?: readonly string[]
  /** Service that must be enabled. */
  service?: 'COLLECTIONS' | 'VIRTUAL_ACCOUNTS'
  at: Date
}

/** The one payment that a dynamic (VIRTUAL) account accepts. */
export interface ExpectedPayment {
  amountKobo: bigint
  /** The merchant's reference. */
  reference: string
  /** Null if the payment may arrive at any time. */
  expiresAt: Date | null
}

/** Opens a static virtual account, or a dynamic one for the payment. */
export async function openVirtualAccount(
  db: Transaction,
  { mode, merchantId, walletId, accountName, split = [], service = 'VIRTUAL_ACCOUNTS', at }: NewVirtualAccount,
  payment: ExpectedPayment | null,
  id = uuidv7(at.getTime()),
): Promise<{ id: string; number: string }> {
  await requireService(db, mode, service)
  const number = await nextAccountNumber(db)
  const kind = payment ? 'VIRTUAL' : 'STATIC'
  const opened = await db
    .insertInto('virtual_account')
    .values({
      id,
      mode,
      merchant_id: merchantId,
      wallet_id: walletId,
      created_at: at.toISOString(),
      kind,
      account_number: number,
      account_name: accountName,
      bank_code: providerBank.code,
      ...(payment && {
        amount_kobo: payment.amountKobo,
        reference: payment.reference,
        expires_at: payment.expiresAt?.toISOString() ?? null,
      }),
    })
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'reference']).where('reference', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (!opened) throw new DomainError('conflict', `The reference ${payment?.reference ?? ''} was already used`)
  await createSplit(db, { id, mode, merchantId, walletId }, split)
  await countVirtualAccount(db, { mode, merchant_id: merchantId, kind, created_at: at }, { UNUSED: 1n })
  return { id, number }
}

/** Updates the counters of unused and used virtual accounts. */
export async function countVirtualAccount(
  db: Transaction,
  { kind, ...row }: { mode: string; merchant_id: string; kind: string; created_at: string | Date },
  change: { UNUSED: bigint; USED?: bigint },
): Promise<void> {
  await countTypes(db, { ...row, scope: virtualAccountScope, category: kind }, change)
}

/** Opens a permanent account number for a customer and charges the merchant for it. */
export async function openStaticAccount(db: Transaction, jobs: Jobs, account: NewVirtualAccount): Promise<string> {
  const { mode, merchantId, at } = account
  const { number } = await openVirtualAccount(db, account, null)
  const reference = openingReference(number)
  await chargeEvent(db, jobs, { mode, merchantId, event: 'staticAccounts.accountCreation', reference, at })
  return number
}
