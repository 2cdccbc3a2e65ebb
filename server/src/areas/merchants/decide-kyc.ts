import type { Selectable } from 'kysely'
import type { Merchant } from '../../db/tables.ts'
import { type Decidable, decideOnce, type Decision } from '../../http/decide-once.ts'
import type { WriteContext } from '../../http/handler.ts'
import { conflict } from '../../http/http-error.ts'
import { countKycStep } from '../../ledger/counters/merchants-by-kyc.ts'

type MerchantRow = Selectable<Merchant>

/** Submitted KYC of a merchant, possibly under review. */
export const submittedKyc: Decidable<'merchant'> = {
  table: 'merchant',
  called: 'merchant',
  isOpen: ({ verified }) => verified === 'SUBMITTED' || verified === 'PROCESSING',
  decision: ({ verified }) => {
    if (verified === 'NOT_SUBMITTED') return conflict('This merchant has not submitted its KYC yet')
    return verified === 'ACCEPTED' ? 'approved' : 'declined'
  },
  merchantId: ({ id }) => id,
}

type KycDecision = Decision<'merchant'> & { set: { verified: string } }

/** Moves a submitted KYC to its decision. Returns the merchant as it was before. */
export async function decideKyc(context: WriteContext, decision: KycDecision): Promise<MerchantRow> {
  const { merchant } = await decideOnce(context, submittedKyc, decision, async (record) => {
    await countKycStep(context.db, record, decision.set.verified)
    return { merchant: record }
  })
  return merchant
}
