import type { Mode } from '@kobo/contract/kit/mode'
import type { Selectable } from 'kysely'
import type { Transaction } from '../db/database.ts'
import type { Account as AccountTable } from '../db/tables.ts'
import { chargeRates } from '../ledger/charge-rates.ts'
import { topUpHolds } from '../ledger/partial-holds.ts'
import { post } from '../ledger/ledger.ts'
import { allLevies, sumOf, withLevies } from '../ledger/levies.ts'
import { providerAccount } from '../ledger/provider-accounts.ts'
import { recordTransaction } from '../ledger/transactions.ts'
import { uuidv7 } from '../uuid.ts'
import { customerAccount, type Holder } from './payer-account.ts'
import { requireService, type ServiceCode } from './service-status.ts'
import { DomainError } from '../domain-error.ts'
import { holderOf, partyColumns } from './parties.ts'

export interface Move {
  mode: Mode
  from: Holder
  to: Holder
  amountKobo: bigint
  reference: string
  narration: string
  at: Date
}

/**
 * Posts a book transfer between a merchant and one of its customers' wallets or its store, between two wallets, or from a
 * terminal to its store: one posting, two transactions.
 */
export async function bookTransfer(db: Transaction, move: Move): Promise<{ debitId: string; creditId: string }> {
  const { mode, from, to, amountKobo, at } = move
  const reference = move.reference.toUpperCase()
  const payer = await customerAccount(db, from)
  const receiver = await customerAccount(db, to)
  if (payer?.mode !== mode || receiver?.mode !== mode)
    throw new DomainError('refused', 'An account does not exist in this mode')
  if (payer.id === receiver.id) throw new DomainError('refused', 'Source and destination are the same account')
  const categories = categoriesOf(payer, receiver)
  const service = serviceOf(payer, receiver)
  if (service !== null) await requireService(db, mode, service)
  const { transfers } = await chargeRates(db, from.merchantId, at)
  const feeKobo = categories.debit === 'WALLET_TO_WALLET' ? transfers.walletToWalletChargeKobo : 0n
  const charges = withLevies(await allLevies(db), feeKobo, { amountKobo, at, toAnotherBank: false })
  const debitId = uuidv7(at.getTime())
  const creditId = uuidv7(at.getTime())
  await post(db, {
    mode,
    kind: 'MOVE',
    reference,
    transactionId: debitId,
    merchantId: from.merchantId,
    at,
    lines: [
      { accountId: payer.id, amountKobo: -(amountKobo + sumOf(charges)), transactionId: debitId },
      { accountId: receiver.id, amountKobo, transactionId: creditId },
      { accountId: providerAccount(mode, 'FEE_INCOME'), amountKobo: charges.feeKobo },
      { accountId: providerAccount(mode, 'VAT_PAYABLE'), amountKobo: charges.vatKobo },
    ],
  })
  await topUpHolds(db, [receiver.id])
  const common = {
    mode,
    created_at: at.toISOString(),
    paid_at: at.toISOString(),
    status: 'SUCCESS',
    amount_kobo: amountKobo,
    reference,
    ...partyColumns({ originator: holderOf(payer), beneficiary: holderOf(receiver) }),
    narration: move.narration,
    terminal_id: payer.kind === 'TERMINAL' ? payer.id : null,
  }
  const fees = { fee_kobo: charges.feeKobo, vat_kobo: charges.vatKobo }
  await recordTransaction(db, {
    ...common,
    ...accountFields(payer),
    ...fees,
    id: debitId,
    type: 'DEBIT',
    category: categories.debit,
  })
  await recordTransaction(db, {
    ...common,
    ...accountFields(receiver),
    id: creditId,
    type: 'CREDIT',
    category: categories.credit,
  })
  return { debitId, creditId }
}

type Account = Pick<Selectable<AccountTable>, 'id' | 'kind' | 'merchant_id' | 'wallet_id'>

function accountFields({ id, kind, merchant_id, wallet_id }: Account) {
  return { merchant_id, wallet_id, scope: kind, account_id: id }
}

/** Categories of the two transactions by the kinds of payer and receiver. Other pairs, except two wallets, are rejected. */
const categoryPairs: Record<string, { debit: string; credit: string }> = {
  'MERCHANT WALLET': { debit: 'MERCHANT_DEBIT', credit: 'CREDIT_WALLET' },
  'WALLET MERCHANT': { debit: 'DEBIT_WALLET', credit: 'MERCHANT_CREDIT' },
  'MERCHANT STORE': { debit: 'MERCHANT_DEBIT', credit: 'TRANSFER_FROM_MERCHANT' },
  'STORE MERCHANT': { debit: 'TRANSFER_FROM_STORE', credit: 'MERCHANT_CREDIT' },
  'TERMINAL STORE': { debit: 'TRANSFER_FROM_TERMINAL', credit: 'TERMINAL_TO_STORE' },
}

/** Service that must be enabled; none for sweeps, so a terminal's money always reaches its store. */
function serviceOf(payer: Account, receiver: Account): ServiceCode | null {
  const kinds = [payer.kind, receiver.kind]
  if (kinds.includes('TERMINAL')) return null
  return kinds.includes('STORE') ? 'AGENCY_BANKING' : 'WALLETS'
}

function categoriesOf(payer: Account, receiver: Account): { debit: string; credit: string } {
  if (payer.kind === 'WALLET' && receiver.kind === 'WALLET') {
    return { debit: 'WALLET_TO_WALLET', credit: 'WALLET_TO_WALLET' }
  }
  if (payer.merchant_id !== receiver.merchant_id)
    throw new DomainError(
      'refused',
      "A merchant can transfer only to and from its own stores and its customers' wallets",
    )
  const found = categoryPairs[`${payer.kind} ${receiver.kind}`]
  if (!found) throw new DomainError('refused', 'Transfers between these accounts are not supported')
  return found
}
