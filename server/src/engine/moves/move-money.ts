import type { Mode } from '@kobo/contract/kit/mode'
import type { Transaction } from '../../db/database.ts'
import { chargeRates } from '../../ledger/charge-rates.ts'
import { fillShortHolds } from '../../ledger/dispute-holds.ts'
import { post } from '../../ledger/ledger.ts'
import { allLevies, sumOf, withLevies } from '../../ledger/levies.ts'
import { providerAccount } from '../../ledger/provider-accounts.ts'
import { recordTransaction } from '../../ledger/transactions.ts'
import { uuidv7 } from '../../uuid.ts'
import { customerAccount, type Holder } from '../customer-account.ts'
import { refuseIfOff } from '../services/service-switch.ts'
import { VerbRefusal } from '../../verb-refusal.ts'

export interface Move {
  mode: Mode
  from: Holder
  to: Holder
  amountKobo: bigint
  reference: string
  narration: string
  at: Date
}

/** Moves money between a merchant and its customer's wallet, or between two wallets: one posting, two transactions. */
export async function moveMoney(db: Transaction, move: Move): Promise<{ debitId: string; creditId: string }> {
  const { mode, from, to, amountKobo, at } = move
  await refuseIfOff(db, mode, 'WALLETS')
  const reference = move.reference.toUpperCase()
  const categories = categoriesOf(from, to)
  const payer = await customerAccount(db, from)
  const receiver = await customerAccount(db, to)
  if (payer?.mode !== mode || receiver?.mode !== mode)
    throw new VerbRefusal('refused', 'An account does not exist in this mode')
  if (payer.id === receiver.id) throw new VerbRefusal('refused', 'Money cannot be moved to where it is')
  const { transfers } = await chargeRates(db, from.merchantId)
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
  await fillShortHolds(db, [receiver.id])
  const both = {
    mode,
    created_at: at.toISOString(),
    paid_at: at.toISOString(),
    status: 'SUCCESS',
    amount_kobo: amountKobo,
    reference,
    originator_name: payer.account_name,
    originator_number: payer.account_number,
    originator_bank_code: payer.bank_code,
    beneficiary_name: receiver.account_name,
    beneficiary_number: receiver.account_number,
    beneficiary_bank_code: receiver.bank_code,
    narration: move.narration,
  }
  const fees = { fee_kobo: charges.feeKobo, vat_kobo: charges.vatKobo }
  await recordTransaction(db, {
    ...both,
    ...sideOf(from),
    account_id: payer.id,
    ...fees,
    id: debitId,
    type: 'DEBIT',
    category: categories.debit,
  })
  await recordTransaction(db, {
    ...both,
    ...sideOf(to),
    account_id: receiver.id,
    id: creditId,
    type: 'CREDIT',
    category: categories.credit,
  })
  return { debitId, creditId }
}

function sideOf({ merchantId, walletId }: Holder) {
  return { merchant_id: merchantId, wallet_id: walletId, scope: walletId === null ? 'MERCHANT' : 'WALLET' }
}

function categoriesOf(from: Holder, to: Holder): { debit: string; credit: string } {
  if (from.walletId !== null && to.walletId !== null) {
    return { debit: 'WALLET_TO_WALLET', credit: 'WALLET_TO_WALLET' }
  }
  if (from.merchantId !== to.merchantId)
    throw new VerbRefusal('refused', "A merchant moves money with its own customers' wallets")
  if (to.walletId !== null) return { debit: 'MERCHANT_DEBIT', credit: 'CREDIT_WALLET' }
  if (from.walletId !== null) return { debit: 'DEBIT_WALLET', credit: 'MERCHANT_CREDIT' }
  throw new VerbRefusal('refused', 'Money cannot be moved to where it is')
}
