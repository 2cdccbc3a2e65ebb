import { expect, it } from 'vitest'
import { contract } from './index.ts'
import type { Call } from './kit/call.ts'

/** Published catalogue: the query, body and file fields of each call, without sign-in, sessions and file contents. */
const catalogue: Readonly<Record<string, string>> = {
  'GET /card': 'page size status type startDate endDate merchantId batchReference',
  'GET /card/details': 'cardId',
  'GET /card/batch': 'page size status type startDate endDate merchantId batchReference',
  'GET /card/transactions': 'page size status cardId startDate endDate merchantId',
  'GET /card/batch/details': 'batchId',
  'POST /card/setup': 'merchantId types',
  'POST /card/batch/approve': 'batchId',
  'POST /card/batch/decline': 'batchId reason',
  'POST /card/block': 'cardId reason',
  'POST /card/unblock': 'cardId reason',
  'DELETE /card': 'cardId',
  'GET /admin/checkouts': 'page size merchantId hasPaid startDate endDate',
  'GET /admin/checkout/info': 'checkoutId',
  'GET /admin/child/transaction/info': 'transactionId',
  'GET /admin/child/merchants': 'page size name startDate endDate',
  'GET /admin/child/wallets': 'page size name status merchantId',
  'GET /admin/child/wallet/accounts': 'page size name status walletId',
  'GET /admin/child/merchant/accounts': 'page size name status merchantId',
  'GET /admin/child/transactions': 'page size childAccountId type status startDate endDate',
  'GET /dispute': 'page size status category startDate endDate',
  'GET /dispute/details': 'disputeId',
  'PATCH /dispute/status': 'disputeId status reason',
  'PATCH /dispute/conversation/status': 'disputeId status',
  'GET /dispute/activities': 'page size disputeId startDate endDate',
  'GET /dispute/conversation': 'page size disputeId startDate endDate',
  'POST /dispute/conversation': 'disputeId subject message attachments',
  'POST /dispute':
    'merchantId customer amount category transactionCategory description transactionType transactionReference attachments',
  'GET /merchant': 'page size verified search',
  'GET /merchant/info': 'merchantId',
  'GET /admin/merchant/upgrade/details': 'upgradeRequestId',
  'GET /admin/merchant/directors': 'merchantId',
  'GET /admin/merchant/settlement-account': 'merchantId',
  'GET /merchant/charges': 'merchantId',
  'PATCH /merchant/charges': 'merchantId type data',
  'POST /merchant/approve': 'merchantId reason',
  'POST /merchant/kyc/decline': 'merchantId reason',
  'POST /admin/merchant/upgrade/decline': 'upgradeId reason',
  'POST /admin/merchant/upgrade/approve': 'upgradeId',
  'POST /merchant/acquire': 'merchantId',
  'GET /merchant/bvn': 'merchantId',
  'GET /merchant/bvn/info': 'merchantId',
  'GET /admin/merchant/upgrades': 'page size status',
  'PATCH /merchant/configuration':
    'merchantId isRefundEnabled autoInstantSettlement autoSettlement isConsentFormApproved isAgencyNetworkConsentFormApproved enableSameBVNOrPhoneNumberForWalletCreation',
  'GET /admin/payment-link': 'page size status startDate endDate',
  'GET /admin/payment-link/info': 'paymentLinkId',
  'GET /admin/payout/schedule': 'page size status startDate endDate',
  'GET /admin/payout/recurrent': 'page size status frequency startDate endDate',
  'GET /admin/payout/bulk': 'page size merchantId reference walletId startDate endDate',
  'GET /admin/payout/bulk/items': 'page size reference batchReference status',
  'GET /admin/payout/schedule/info': 'scheduleId',
  'GET /admin/payout/recurrent/info': 'recurrentId',
  'GET /payout/logs': 'transactionId page size category startDate endDate',
  'GET /payout/overview': 'transactionId',
  'GET /admin/subaccount/merchants': 'page size name',
  'GET /admin/subaccounts': 'page size merchantId name',
  'GET /admin/settlement/transactions': 'page size settlementId startDate endDate',
  'GET /admin/subaccount/info': 'subaccountId',
  // Includes the values of the settlement filter, which are sent when set.
  'GET /admin/settlements': 'page size subaccountId status category startDate endDate',
  'POST /settlement/resend': 'settlementId retry',
  'POST /settlement/card': 'merchantId startDate endDate',
  'GET /invite': 'name',
  'GET /invite/status': 'email inviteCode',
  'POST /invite': 'firstName lastName email',
  'POST /invite/accept': 'email inviteCode password',
  'GET /team/members': 'name page size',
  'GET /transaction/merchant': 'page size merchantId type category reference startDate endDate',
  'GET /transaction/wallet': 'page size walletId merchantId category reference startDate endDate',
  'GET /transaction/analytics': 'merchantId walletId',
  'GET /transaction/info': 'transactionId',
  'POST /admin/payout/success': 'transactionId reason',
  'POST /admin/payout/failed': 'transactionId reason',
  'POST /admin/payout/requery': 'transactionId reason',
  'POST /transaction/webhook/resend': 'transactionId',
  'GET /statement/admin/download': 'startDate endDate merchantId',
  'GET /admin/virtual-accounts': 'page size accountNumber usage name startDate endDate',
  'GET /admin/virtual-account/info': 'virtualAccountId',
  'GET /virtual-accounts/transactions': 'page size merchantId paymentMethod status startDate endDate',
  'GET /admin/wallets': 'page size walletId merchantId status tier accountNumber',
  'GET /admin/wallet/info': 'walletId',
  'GET /admin/upgrade/list': 'page size status category walletId merchantId',
  'POST /admin/upgrade/approve': 'requestId',
  'POST /admin/upgrade/reject': 'requestId reason',
  'POST /admin/wallet/enable': 'walletId',
  'POST /admin/wallet/disable': 'walletId',
  'PUT /user/change-password': 'oldPassword password',
  'GET /settings/transfer/route': '',
  'PATCH /settings/transfer/route': 'transferRoute',
}

const { session: _, ...areas } = contract
const published = Object.values(areas)
  .flatMap((area): Call[] => Object.values(area))
  .filter((call) => !call.addition)
const byName = new Map(published.map((call) => [`${call.method} ${call.path}`, call]))

it('declares every call of the catalogue and marks all others as additions', () => {
  expect([...byName.keys()].toSorted()).toEqual(Object.keys(catalogue).toSorted())
})

it.each(Object.entries(catalogue))(
  'API-99 accepts the published keys of %s and marks all others as additions',
  (name, keys) => {
    const call = byName.get(name)
    const { query, body, files, added = [] } = call ?? {}
    const fieldNames = [query?.shape, body?.shape, files].flatMap((shape) => Object.keys(shape ?? {}))
    expect(fieldNames.filter((key) => !added.includes(key)).toSorted()).toEqual(
      keys.split(' ').filter(Boolean).toSorted(),
    )
    expect(added.filter((key) => !fieldNames.includes(key))).toEqual([])
  },
)
