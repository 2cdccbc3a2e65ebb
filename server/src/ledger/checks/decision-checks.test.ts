import { describe } from 'vitest'
import {
  acceptKyc,
  approvedMerchantUpgrade,
  cancelledScheduledPayout,
  completedTierUpgrade,
  customCharges,
  webhookEvent,
} from '../../testing/decisions.ts'
import { healthyLedger, testChecks } from '../../testing/healthy-ledger.ts'
import { auditRow, payOut } from '../../testing/ledger-fixtures.ts'
import { uuidv7 } from '../../uuid.ts'
import { decisionChecks } from './decision-checks.ts'

const { shop, customer, friend, test } = await healthyLedger()

describe('decision checks', () => {
  testChecks(decisionChecks, [
    [
      'a payout finalized by an operator without an audit record',
      { 'payout-without-audit': 1 },
      (t) => payOut(t, shop, 'FAILED', { response_code: null }),
    ],
    [
      'a KYC decision without an audit record',
      { 'merchant-without-audit': 1 },
      (t) => acceptKyc(t, friend, '2026-03-04T11:00:00Z'),
    ],
    [
      'a merchant upgrade decision without an audit record',
      { 'upgrade-without-audit': 1 },
      (t) => approvedMerchantUpgrade(t, shop, '2026-03-04T11:00:00Z'),
    ],
    [
      'a wallet tier decision without an audit record',
      { 'upgrade-without-audit': 1 },
      (t) => completedTierUpgrade(t, customer, '2026-03-04T11:00:00Z'),
    ],
    [
      'a scheduled payout that was cancelled without an audit record',
      { 'stop-without-audit': 1 },
      (t) => cancelledScheduledPayout(t, shop),
    ],
    ['custom charges without an audit record', { 'charges-without-audit': 1 }, (t) => customCharges(t, shop, 'kyc')],
    [
      'an approval that was not applied to its payout',
      { 'decision-record-mismatch': 1 },
      async (t) =>
        auditRow(t, 'payout.success', ['transaction', await payOut(t, shop, 'PENDING')], { status: 'SUCCESS' }),
    ],
    [
      'decisions whose records are missing or undecided',
      { 'decision-record-mismatch': 4 },
      async (t) => {
        await auditRow(t, 'payout.failed', ['transaction', uuidv7()], { status: 'FAILED' })
        await auditRow(t, 'merchant.approve', ['merchant', test.merchantId], { verified: 'ACCEPTED' })
        await auditRow(t, 'merchant-upgrade.decline', ['merchant_upgrade', uuidv7()], { status: 'DECLINED' })
        await auditRow(t, 'wallet-upgrade.reject', ['wallet_upgrade', uuidv7()], { status: 'REJECTED' })
      },
    ],
    [
      'a wallet tier that was decided twice',
      { 'duplicate-decision': 1 },
      async (t) => {
        const id = await completedTierUpgrade(t, customer)
        for (let turn = 0; turn < 2; turn++) {
          await auditRow(t, 'wallet-upgrade.approve', ['wallet_upgrade', id], { status: 'COMPLETED' })
        }
      },
    ],
    [
      'a payout that was decided twice',
      { 'duplicate-decision': 1 },
      async (t) => {
        const id = await payOut(t, shop, 'FAILED', { response_code: null })
        for (let turn = 0; turn < 2; turn++) {
          await auditRow(t, 'payout.failed', ['transaction', id], { status: 'FAILED' }, { status: 'PENDING' })
        }
      },
    ],
    [
      'a webhook event marked as delivered without a successful attempt',
      { 'webhook-status-mismatch': 1 },
      (t) => webhookEvent(t, shop, 'DELIVERED', 502),
    ],
  ])
})
