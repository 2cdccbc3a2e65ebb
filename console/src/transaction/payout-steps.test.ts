import { describe, expect, it } from 'vitest'
import { stepLabel } from './payout-steps.ts'

describe('TXDETAIL-10 the categories of the log, in words', () => {
  it.each([
    ['SESSION_INIT', 'Session Init'],
    ['TRANSFER_INIT', 'Transfer Init'],
    ['FUND_PENDING', 'Fund Pending'],
    ['FUND_FAILED', 'Fund Failed'],
    ['FUND_SUCCESS', 'Fund Success'],
    ['PROVIDER_CHARGES_SETTLEMENT', 'Provider Charges Settlement'],
    ['COMMISSION_CHARGE_ON_PROVIDER', 'Commission Charge On Provider'],
    ['TRANSFER_SUCCESSFUL', 'Transfer Successful'],
    ['TRANSACTION_STATUS', 'Transaction Status'],
    ['TRANSFER_WEBHOOK', 'Transfer Webhook'],
    ['COLLECTION_WEBHOOK', 'Collection Webhook'],
  ])('%s is %s', (raw, label) => {
    expect(stepLabel(raw)).toBe(label)
  })
})

it.each(['SOMETHING_NEW', 'session_init', 'constructor', ''])('TXDETAIL-11 %j is blank', (raw) => {
  expect(stepLabel(raw)).toBe('')
})
