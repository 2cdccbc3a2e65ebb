import type { Mode } from '@kobo/contract/kit/mode'
import type { TransactionRow } from '@kobo/server/engine/transaction-row'
import type { Draft } from './book.ts'
import { type Holders, idText } from './holders.ts'
import { plain } from './parties.ts'

/** Converts a draft to the row that its table returns, so that the engine's messages can be built from it. */
export function asRow(draft: Draft, { mode, holders }: { mode: Mode; holders: Holders }): TransactionRow {
  const { kind, holder, originator, beneficiary } = draft
  return {
    id: idText(draft.id, 0),
    mode,
    scope: plain(kind.scope),
    merchant_id: idText(holders.merchantIds, holder),
    account_id: idText(holders.ids, holder),
    wallet_id: holders.isWallet[holder] === 1 ? idText(holders.walletIds, holder) : null,
    created_at: new Date(draft.at).toISOString(),
    paid_at: draft.paidAt === null ? null : new Date(draft.paidAt).toISOString(),
    type: plain(kind.type),
    category: plain(kind.category),
    status: draft.status,
    amount_kobo: BigInt(draft.amount),
    fee_kobo: BigInt(draft.fee),
    vat_kobo: BigInt(draft.vat),
    stamp_duty_kobo: BigInt(draft.duty),
    reference: draft.reference,
    session_id: draft.sessionId,
    route: draft.route,
    originator_name: plain(originator.name),
    originator_number: plain(originator.number),
    originator_bank_code: plain(originator.bankCode),
    beneficiary_name: plain(beneficiary.name),
    beneficiary_number: plain(beneficiary.number),
    beneficiary_bank_code: plain(beneficiary.bankCode),
    narration: draft.narration && plain(draft.narration),
    response_code: draft.responseCode,
    alert: draft.alert,
    payment_method: draft.paymentMethod,
    card_id: null,
    questions: 0,
    asked_until: null,
    terminal_id: null,
  }
}
