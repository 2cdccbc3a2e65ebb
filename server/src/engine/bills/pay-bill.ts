import type { BillCategory } from '@kobo/contract/kit/bill-category'
import type { Mode } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { countTypes } from '../../ledger/counters/count-rows.ts'
import { billScope } from '../../ledger/counters/scopes.ts'
import { isFrozen } from '../../ledger/frozen-accounts.ts'
import { frozenAccount } from '../../ledger/ledger-refusal.ts'
import { allLevies, vatWithin } from '../../ledger/levies.ts'
import { isReferenceUsed, recordTransaction } from '../../ledger/transactions.ts'
import { billerLane, merchantLane } from '../../rails/lanes.ts'
import { uuidv7 } from '../../uuid.ts'
import { DomainError } from '../../domain-error.ts'
import { customerAccount } from '../payer-account.ts'
import { requireService } from '../service-status.ts'
import { writeTrail } from '../trail.ts'
import { billNarration, billOrdered, noBiller, startsNoBills } from './bill-messages.ts'
import { holderOf, partyColumns } from '../parties.ts'

export interface BillOrder {
  mode: Mode
  merchantId: string
  /** Wallet that pays, or null for the merchant's own account. */
  walletId: string | null
  category: BillCategory
  /** The biller's code. */
  biller: string
  /** Customer number at the biller. */
  customer: string
  amountKobo: bigint
  reference: string
  at: Date
}

/** Creates a bill payment and queues it for its biller. */
export async function payBill(
  db: Transaction,
  jobs: Pick<Jobs, 'enqueue'> | null,
  order: BillOrder,
): Promise<{ transactionId: string }> {
  const { mode, merchantId, walletId, category, customer, amountKobo, at } = order
  await requireService(db, mode, 'BILLS_PAYMENT')
  const { payer, biller } = await checkOrder(db, order)
  const id = uuidv7(at.getTime())
  const common = { id, mode, merchant_id: merchantId, created_at: at.toISOString(), amount_kobo: amountKobo }
  await recordTransaction(db, {
    ...common,
    scope: payer.kind,
    account_id: payer.id,
    wallet_id: walletId,
    type: 'DEBIT',
    category: 'BILL_PAYMENT',
    status: 'QUEUED',
    reference: order.reference.toUpperCase(),
    ...partyColumns({
      originator: holderOf(payer),
      beneficiary: { name: biller.name, accountNumber: customer, bankCode: biller.code },
    }),
    narration: billNarration(category, customer),
  })
  const commissionKobo = (amountKobo * BigInt(biller.commission_basis_points) + 5000n) / 10_000n
  const commission = {
    commission_kobo: commissionKobo,
    commission_vat_kobo: vatWithin(await allLevies(db), commissionKobo, at),
  }
  await db
    .insertInto('bill_payment')
    .values({ ...common, ...commission, biller: biller.code, category, customer })
    .execute()
  await countTypes(db, { ...common, scope: billScope, category }, { PENDING: 1n })
  await writeTrail(db, { id, merchant_id: merchantId }, at, [billOrdered(payer.business_name)])
  const lanes = [billerLane(biller.code), merchantLane(merchantId)]
  await jobs?.enqueue(db, 'payout', { transactionId: id, merchantId }, { lanes })
  return { transactionId: id }
}

/** Finds the payer and biller; throws a `DomainError` if the order is rejected. */
async function checkOrder(
  db: Transaction,
  { mode, merchantId, walletId, category, biller: code, reference }: BillOrder,
) {
  const account = await customerAccount(db, { merchantId, walletId })
  if (account?.mode !== mode) throw new DomainError('not_found', walletId === null ? 'This account' : 'This wallet')
  const merchant = await db
    .selectFrom('merchant')
    .select(['business_name', 'status'])
    .select(isFrozen(sql.val(account.id), 'MONEY_OUT').as('is_frozen'))
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow()
  // Payments in progress continue; new ones are rejected.
  if (merchant.status !== 'ACTIVE') throw new DomainError('refused', startsNoBills(merchant.business_name))
  if (merchant.is_frozen) throw new DomainError('refused', frozenAccount(account.account_number))
  const biller = await db
    .selectFrom('biller')
    .selectAll()
    .where('code', '=', code)
    .where('category', '=', category)
    .executeTakeFirst()
  if (!biller) throw new DomainError('refused', noBiller, 'biller')
  const used = await isReferenceUsed(db, { mode, merchantId, reference })
  if (used) throw new DomainError('conflict', `The reference ${reference} was already used`)
  return { payer: { ...account, business_name: merchant.business_name }, biller }
}
