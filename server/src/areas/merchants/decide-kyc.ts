import { kycApprovalNotice, kycDeclineNotice } from '@kobo/contract/kit/decision-notice'
import type { Selectable } from 'kysely'
import type { merchants } from '@kobo/contract/merchants'
import type { Merchant } from '../../db/tables.ts'
import { type DecisionEvent, notifyOfDecision } from '../../engine/decisions/notify-of-decision.ts'
import { type Decidable, decideOnce, type Decision } from '../../http/decide-once.ts'
import type { Handler, WriteContext } from '../../http/handler.ts'
import { conflict, unprocessable } from '../../http/http-error.ts'
import { countKycStep } from '../../ledger/counters/merchants-by-kyc.ts'
import { openMerchantAccount } from '../../ledger/accounts.ts'
import { findBvnRecord } from '../../engine/charges/bvn-record.ts'
import { numberOf, openStored } from '../../http/display.ts'
import { readKycEvidence } from './kyc-evidence.ts'

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

/**
 * Moves a submitted KYC to its decision, with which the audit keeps its evidence, and notifies the merchant and its owner. Returns
 * the merchant as it was before.
 */
async function decideKyc(
  context: WriteContext,
  decision: KycDecision,
  event: Pick<DecisionEvent, 'kind' | 'data' | 'notice'>,
): Promise<MerchantRow> {
  const { merchant } = await decideOnce(context, submittedKyc, decision, async (record) => {
    await countKycStep(context.db, record, decision.set.verified)
    const evidence = await readKycEvidence(context, record)
    const notified = await notifyOfDecision(context, { ...event, merchantId: record.id, recordId: record.id })
    return { merchant: record, before: { evidence: null, notified: null }, after: { evidence, notified } }
  })
  return merchant
}

/**
 * Approves a merchant's KYC, activates it and opens its wallet with an account number of the provider's bank. If the owner is
 * on the watch list, a reason is required.
 */
export const approveMerchant: Handler<typeof merchants.approve> = async ({ merchantId, reason }, context) => {
  const merchant = await decideKyc(
    context,
    {
      id: merchantId,
      action: 'merchant.approve',
      reason: reason || null,
      set: { verified: 'ACCEPTED', status: 'ACTIVE' },
    },
    // The reason of an approval is for colleagues.
    { kind: 'merchant.kyc_approved', data: {}, notice: ({ businessName }) => kycApprovalNotice(businessName) },
  )
  if (!reason && (await isWatched(context, merchant))) {
    throw unprocessable('The BVN of the owner is on the watch list. Give a reason to approve this merchant', {
      reason: 'Reason is required',
    })
  }
  await openMerchantAccount(context.db, {
    mode: context.mode,
    merchantId: merchant.id,
    accountName: merchant.business_name,
    now: context.now,
  })
  return { message: `${merchant.business_name} was approved`, data: {} }
}

async function isWatched({ db, seal }: WriteContext, merchant: Selectable<Merchant>): Promise<boolean> {
  const found = await findBvnRecord(db, seal, openStored(seal, ...numberOf('merchant', 'bvn', merchant)))
  return found?.watch_listed ?? false
}

/** Declines a merchant's KYC, which may be submitted again. */
export const declineMerchant: Handler<typeof merchants.decline> = async ({ merchantId, reason }, context) => {
  const merchant = await decideKyc(
    context,
    { id: merchantId, action: 'merchant.decline', reason, set: { verified: 'REJECTED', status: 'INACTIVE' } },
    {
      kind: 'merchant.kyc_declined',
      data: { reason },
      notice: ({ businessName }) => kycDeclineNotice(businessName, reason),
    },
  )
  return { message: `${merchant.business_name} was declined`, data: {} }
}
