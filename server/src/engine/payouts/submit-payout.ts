import type { Mode } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { isFrozen } from '../../ledger/frozen-accounts.ts'
import { frozenAccount, inactiveAccount } from '../../ledger/ledger-refusal.ts'
import { recordTransactions } from '../../ledger/transactions.ts'
import { bankLane, merchantLane } from '../../rails/lanes.ts'
import { uuidv7 } from '../../uuid.ts'
import { recordWithCharge } from '../child-accounts/linked-charges.ts'
import { isServiceDisabled, switchedOff } from '../service-status.ts'
import { routeOf } from '../switch-route.ts'
import { writeTrails, type TrailEntry } from '../trail.ts'
import { payoutPrices } from './payout-charges.ts'
import { holderOf, partyColumns } from '../parties.ts'

/** Largest amount that a merchant can order in one call, or in one row of a batch. */
export const maxOrderNaira = 100_000_000

export interface PayoutOrder {
  mode: Mode
  merchantId: string
  /** Wallet that pays, or null for the merchant's own account. */
  walletId: string | null
  /** Account that pays instead: a child account of the merchant or of one of its customers, or a store. */
  ownAccountId?: string
  amountKobo: bigint
  /** `bankCode` is the CBN code. */
  beneficiary: { name: string; accountNumber: string; bankCode: string }
  narration: string
  reference: string
  /** When the beneficiary's bank returned the name, if it did; a recent name spares the name enquiry. */
  namedAt?: string
  /** Delay before the payout is processed. */
  afterSeconds?: number
  at: Date
}

/** Creates a payout and queues it; throws a `PayoutRefusal` if the order is rejected. */
export async function submitPayout(
  db: Transaction,
  jobs: Jobs,
  order: PayoutOrder,
): Promise<{ transactionId: string }> {
  const [outcome] = await submitPayouts(db, jobs, [order])
  if (typeof outcome !== 'string') throw outcome
  return { transactionId: outcome }
}

/** Creates payouts for orders of one mode, in order. Returns for each its transaction ID or why it was rejected. */
export async function submitPayouts(
  db: Transaction,
  jobs: Jobs,
  orders: readonly PayoutOrder[],
): Promise<(string | PayoutRefusal)[]> {
  if (orders.length === 0) return []
  const payers = await payersOf(db, orders)
  const used = await usedReferences(db, orders)
  const priceOf = await payoutPrices(
    db,
    orders.map(({ merchantId }) => merchantId),
  )
  const checked = orders.map((order) => {
    const reference = order.reference.toUpperCase()
    const payer = payerOf(order, reference, { payers, used })
    if (payer instanceof PayoutRefusal) return payer
    used.add(referenceKey(order.merchantId, reference))
    return { order, payer, reference, id: uuidv7(order.at.getTime()) }
  })
  const accepted = checked.flatMap((result) => (result instanceof PayoutRefusal ? [] : [result]))
  await recordTransactions(
    db,
    accepted.flatMap(({ id, order, payer, reference }) => {
      const { bankCode } = order.beneficiary
      const transaction = {
        id,
        reference,
        ...partiesOf(order, payer),
        ...chargesAsColumns(priceOf({ ...order, bankCode, isChildAccount: payer.kind === 'CHILD' })),
        mode: order.mode,
        scope: payer.kind,
        merchant_id: order.merchantId,
        account_id: payer.account_id,
        wallet_id: order.walletId,
        created_at: order.at.toISOString(),
        type: 'DEBIT',
        category: 'BANK_TRANSFER',
        status: 'QUEUED',
        amount_kobo: order.amountKobo,
      }
      return recordWithCharge(transaction, payer).filter((row) => row !== undefined)
    }),
  )
  await writeTrails(
    db,
    accepted.map(({ id, order, payer }) => {
      const transaction = { id, merchant_id: order.merchantId }
      return { transaction, at: order.at, entries: [payoutRequested(payer.business_name)] }
    }),
  )
  await jobs.enqueueAll(
    db,
    'payout',
    accepted.map(({ id, order: { mode, merchantId, namedAt, beneficiary, afterSeconds }, payer }) => ({
      data: { transactionId: id, merchantId, ...(namedAt !== undefined && { named: namedAt }) },
      ...(afterSeconds !== undefined && { afterSeconds }),
      lanes: [bankLane(routeOf(payer), beneficiary.bankCode, mode), merchantLane(merchantId)],
    })),
  )
  return checked.map((result) => (result instanceof PayoutRefusal ? result : result.id))
}

interface Payer {
  account_id: string
  kind: string
  mode: string
  inactive_since: string | null
  merchant_id: string
  wallet_id: string | null
  account_name: string
  account_number: string
  bank_code: string
  business_name: string
  status: string
  /** Current route for payouts. */
  route: string
  /** Whether the PAYOUTS service is disabled in this mode. */
  is_off: boolean
  is_frozen: boolean
}

/** Reads the paying accounts with their merchants, by `payerKey`. */
async function payersOf(db: Transaction, orders: readonly PayoutOrder[]): Promise<Map<string, Payer>> {
  const own = orders.flatMap(({ ownAccountId }) => (ownAccountId === undefined ? [] : [ownAccountId]))
  const { rows } = await sql<Payer>`
    select account.id as account_id, account.kind, account.mode, account.merchant_id, account.wallet_id, account_name,
      account_number, bank_code, inactive_since, business_name, merchant.status, route,
      ${isServiceDisabled(sql.ref('account.mode'), 'PAYOUTS')} as is_off,
      ${isFrozen(sql.ref('account.id'), 'MONEY_OUT')} as is_frozen
    from account join merchant on merchant.id = account.merchant_id
    join transfer_route on transfer_route.mode = account.mode
    where account.merchant_id = any(${orders.map(({ merchantId }) => merchantId)}::uuid[])
      and (account.kind = 'MERCHANT'
        or (account.kind = 'WALLET' and account.wallet_id = any(${orders.map(({ walletId }) => walletId)}::uuid[]))
        or (account.kind in ('CHILD', 'STORE') and account.id = any(${own}::uuid[])))
  `.execute(db)
  return new Map(
    rows.map((row) => {
      const { merchant_id: merchantId, wallet_id: walletId, account_id: id } = row
      return [payerKey({ merchantId, walletId, ...(ownKinds.has(row.kind) && { ownAccountId: id }) }), row]
    }),
  )
}

/** Kinds of accounts that an order names by `ownAccountId`. */
const ownKinds = new Set(['CHILD', 'STORE'])

/** Such an account belongs to one holder, so the key omits the wallet. */
function payerKey(payer: Pick<PayoutOrder, 'merchantId' | 'walletId' | 'ownAccountId'>): string {
  return `${payer.merchantId} ${payer.ownAccountId ?? payer.walletId ?? ''}`
}

/** References are unique per merchant. */
function referenceKey(merchantId: string, reference: string): string {
  return `${merchantId} ${reference}`
}

/** Returns those references of the orders that an earlier debit used. */
async function usedReferences(db: Transaction, orders: readonly PayoutOrder[]): Promise<Set<string>> {
  const { rows } = await sql<{ merchant_id: string; reference: string }>`
    select merchant_id, reference
    from unnest(
      ${orders.map(({ merchantId }) => merchantId)}::uuid[],
      ${orders.map(({ reference }) => reference.toUpperCase())}::text[]
    ) as ordered (merchant_id, reference)
    join reference_key using (merchant_id, reference)
    where mode = ${orders[0]?.mode ?? ''} and kind = 'DEBIT'`.execute(db)
  return new Set(rows.map((row) => referenceKey(row.merchant_id, row.reference)))
}

/** Returns the payer, or why the order is rejected. */
function payerOf(
  order: PayoutOrder,
  reference: string,
  { payers, used }: { payers: ReadonlyMap<string, Payer>; used: ReadonlySet<string> },
): Payer | PayoutRefusal {
  const payer = payers.get(payerKey(order))
  if (payer?.mode !== order.mode) {
    return new PayoutRefusal('no_account', noPayingAccount)
  }
  // Payouts in progress continue; new ones are rejected.
  if (payer.status !== 'ACTIVE') {
    return new PayoutRefusal('merchant_inactive', `${payer.business_name} is not active and cannot make payouts`)
  }
  if (payer.is_off) return new PayoutRefusal('service_off', switchedOff('PAYOUTS'))
  if (payer.inactive_since !== null) {
    return new PayoutRefusal('account_inactive', inactiveAccount(payer.account_number))
  }
  if (payer.is_frozen) return new PayoutRefusal('frozen', frozenAccount(payer.account_number))
  if (used.has(referenceKey(order.merchantId, reference)))
    return new PayoutRefusal('reference_used', `The reference ${reference} was already used`)
  return payer
}

function partiesOf({ beneficiary, narration }: PayoutOrder, payer: Payer) {
  return {
    ...partyColumns({ originator: holderOf(payer), beneficiary }),
    narration,
  }
}

function chargesAsColumns({ feeKobo, vatKobo, stampDutyKobo }: ReturnType<Awaited<ReturnType<typeof payoutPrices>>>) {
  return { fee_kobo: feeKobo, vat_kobo: vatKobo, stamp_duty_kobo: stampDutyKobo }
}

/** First trail entry of a payout. */
export function payoutRequested(businessName: string): TrailEntry {
  return { category: 'SESSION_INIT', sentence: `Payout requested by ${businessName}`, log: {} }
}

/** Error when the payer has no account to pay from. */
export const noPayingAccount = 'The paying account does not exist in this mode'

export type PayoutRefusalCode =
  | 'no_account'
  | 'account_inactive'
  | 'frozen'
  | 'reference_used'
  | 'merchant_inactive'
  | 'service_off'

/** Error for a rejected order; nothing was written. */
export class PayoutRefusal extends Error {
  readonly code: PayoutRefusalCode

  constructor(code: PayoutRefusalCode, message: string) {
    super(message)
    this.code = code
  }
}
