import type { contract } from '@kobo/contract'
import { resendSettlement } from './areas/settlements/resend-settlement.ts'
import { settleCards } from './areas/settlements/settle-cards.ts'
import { listSettlements, settlementTransactions } from './areas/settlements/settlements.ts'
import { listSplittingMerchants, listSubaccounts, subaccountInfo } from './areas/sub-accounts/sub-accounts.ts'
import { ownSessions } from './areas/account/account.ts'
import { changePassword } from './areas/account/change-password.ts'
import { endSession } from './areas/account/end-session.ts'
import { auditInfo, listAudit } from './areas/audit/list-audit.ts'
import { recordHistory } from './areas/audit/record-history.ts'
import { sealState } from './areas/audit/seals.ts'
import { approveCardBatch, declineCardBatch } from './areas/cards/decide-batch.ts'
import { blockOneCard, unblockOneCard, deleteOneCard } from './areas/cards/card-status.ts'
import { cardBatchDetails, listCardBatches } from './areas/cards/card-batches.ts'
import { listCardTransactions } from './areas/cards/card-transactions.ts'
import { cardDetails, listCards } from './areas/cards/cards.ts'
import { billPaymentInfo, listBillPayments } from './areas/bill-payments/bill-payments.ts'
import { setUpCards } from './areas/cards/set-up-cards.ts'
import { chargeHistory, merchantCharges } from './areas/charges/charges.ts'
import { updateCharges } from './areas/charges/update-charges.ts'
import { checkoutInfo, listCheckouts } from './areas/checkouts/checkouts.ts'
import { listMerchantChildren, listWalletChildren } from './areas/child-accounts/child-accounts.ts'
import { listChildMerchants, listChildWallets } from './areas/child-accounts/child-holders.ts'
import { listChildTransactions } from './areas/child-accounts/child-transactions.ts'
import { answerContact } from './areas/contact/answer-contact.ts'
import { contactMessage, listContactMessages } from './areas/contact/contact.ts'
import { changeConversation } from './areas/disputes/change-conversation.ts'
import { changeDisputeStatus } from './areas/disputes/change-status.ts'
import { listActivities, listMessages } from './areas/disputes/conversation.ts'
import { disputeDetails, listDisputes } from './areas/disputes/disputes.ts'
import { initiateDispute } from './areas/disputes/initiate-dispute.ts'
import { sendDisputeMessage } from './areas/disputes/send-message.ts'
import { freezeAccount, freezeMerchant, unfreezeAccount, unfreezeMerchant } from './areas/freezes/freeze.ts'
import { freezeImpact } from './areas/freezes/freeze-impact.ts'
import { listFreezes } from './areas/freezes/freezes.ts'
import { movingPayments } from './areas/freezes/moving-payments.ts'
import { recipients } from './areas/decisions/decisions.ts'
import { placeLien, releaseLien } from './areas/liens/lien.ts'
import { lienImpact } from './areas/liens/lien-impact.ts'
import { listLiens } from './areas/liens/liens.ts'
import { acceptInvite } from './areas/invites/accept-invite.ts'
import { inviteStatus, listInvites } from './areas/invites/invites.ts'
import { sendInvite } from './areas/invites/send-invite.ts'
import { approveMerchant, declineMerchant } from './areas/merchants/decide-kyc.ts'
import { approveUpgrade, declineUpgrade } from './areas/merchant-upgrades/decide-upgrade.ts'
import { changeMerchantStatus } from './areas/merchants/change-merchant-status.ts'
import { configurationChanges } from './areas/merchants/configuration-changes.ts'
import { configureMerchant } from './areas/merchants/configure-merchant.ts'
import { bvn, bvnInfo, directors, settlementAccount } from './areas/merchants/merchant-parts.ts'
import { reviveJobs } from './areas/jobs/revive-jobs.ts'
import { merchantInfo } from './areas/merchants/merchant-info.ts'
import { accountSeries } from './areas/ledger/account-series.ts'
import { ledgerTransfer, listEntries } from './areas/ledger/entries.ts'
import { ledgerChecks, startLedgerCheck } from './areas/ledger/ledger-checks.ts'
import { accountPosition, positionLists } from './areas/ledger/positions.ts'
import { listProfit, profitBySource, profitOfMerchant, profitSeries } from './areas/profit/profit.ts'
import { listMerchants } from './areas/merchants/merchants.ts'
import { startReview } from './areas/merchants/start-review.ts'
import { listUpgrades, upgradeDetails } from './areas/merchant-upgrades/merchant-upgrades.ts'
import { listColleagues } from './areas/notes/note-readers.ts'
import { listRecordMessages, messageRecipients } from './areas/messages/messages.ts'
import { sendRecordMessage } from './areas/messages/send-message.ts'
import { listNotes } from './areas/notes/notes.ts'
import { strikeNote } from './areas/notes/strike-note.ts'
import { writeNote } from './areas/notes/write-note.ts'
import { chooseNotifications, notificationChoices } from './areas/notifications/notification-choices.ts'
import { readAllNotifications, readOneNotification } from './areas/notifications/mark-read.ts'
import { countNotifications, listNotifications, notificationInfo } from './areas/notifications/notifications.ts'
import { listPartners, partnerInfo, partnerMerchants } from './areas/partners/partners.ts'
import { bulkItems, bulkPayouts } from './areas/payouts/bulk-payouts.ts'
import { cancelScheduledPayout } from './areas/payouts/cancel-scheduled-payout.ts'
import { listPaymentLinks, paymentLinkInfo } from './areas/payment-links/payment-links.ts'
import { recurringPayoutInfo, recurringPayouts } from './areas/payouts/recurring-payouts.ts'
import {
  endRecurringPayout,
  pauseRecurringPayout,
  resumeRecurringPayout,
} from './areas/payouts/recurring-payout-status.ts'
import { scheduledPayoutInfo, scheduledPayouts } from './areas/payouts/scheduled-payouts.ts'
import { stopBatch } from './areas/payouts/stop-batch.ts'
import { currentOutages } from './areas/outages/outages.ts'
import { listRefunds, refundInfo } from './areas/refunds/refunds.ts'
import { refundCollection } from './areas/refunds/request-refund.ts'
import { createRole, retireRole, updateRole } from './areas/roles/change-roles.ts'
import { listRoles, roleInfo } from './areas/roles/roles.ts'
import { searchEverything, searchTransactions } from './areas/search/search.ts'
import { regenerateCodes } from './areas/second-factor/regenerate-codes.ts'
import { resetFactor } from './areas/second-factor/reset-factor.ts'
import { secondFactorState } from './areas/second-factor/second-factor.ts'
import { setUpFactor } from './areas/second-factor/set-up-factor.ts'
import { disableFactor } from './areas/second-factor/disable-factor.ts'
import { enableFactor } from './areas/second-factor/enable-factor.ts'
import { changeService } from './areas/services/change-service.ts'
import { listServices } from './areas/services/services.ts'
import { cancelRequest } from './areas/session/cancel-request.ts'
import { changeMode } from './areas/session/change-mode.ts'
import { forgetPassword } from './areas/session/request-password-reset.ts'
import { logIn } from './areas/session/log-in.ts'
import { logOut } from './areas/session/log-out.ts'
import { resendLogin } from './areas/session/resend-login.ts'
import { resendReset } from './areas/session/resend-reset.ts'
import { resetPassword } from './areas/session/reset-password.ts'
import { profile } from './areas/session/session.ts'
import { verifyLogin } from './areas/session/verify-login.ts'
import { changeTransferRoute, transferRoute } from './areas/settings/change-transfer-route.ts'
import { listShops, shopInfo } from './areas/shops/shops.ts'
import { listStores, listTerminals } from './areas/stores/stores.ts'
import { listStoreTransactions } from './areas/stores/store-transactions.ts'
import { cancelDownload } from './areas/downloads/cancel-download.ts'
import { myDownloads } from './areas/downloads/downloads.ts'
import { orderDownload } from './areas/downloads/order-download.ts'
import { emailStatement } from './areas/statements/email-statement.ts'
import { withdrawLink } from './areas/statements/withdraw-link.ts'
import { downloadStatement } from './areas/statements/download-statement.ts'
import { changeMember } from './areas/team/change-member.ts'
import { listMembers } from './areas/team/members.ts'
import { markFailed } from './areas/transactions/mark-failed.ts'
import { markSuccess } from './areas/transactions/mark-success.ts'
import { payoutLogs, payoutOverview } from './areas/transactions/payout-logs.ts'
import { requery } from './areas/transactions/requery.ts'
import { resendWebhook } from './areas/transactions/resend-webhook.ts'
import { transactionAnalytics } from './areas/transactions/transaction-analytics.ts'
import { childTransactionInfo, transactionInfo } from './areas/transactions/transaction-info.ts'
import { transactionSeries } from './areas/transactions/transaction-series.ts'
import { readTransactionExplanation } from './areas/transactions/transaction-explanation.ts'
import { merchantTransactions, walletTransactions } from './areas/transactions/transactions.ts'
import { listCollections } from './areas/virtual-accounts/collections.ts'
import { listVirtualAccounts, virtualAccountInfo } from './areas/virtual-accounts/virtual-accounts.ts'
import { approveWalletUpgrade, rejectWalletUpgrade } from './areas/wallet-upgrades/decide-wallet-upgrade.ts'
import { listWalletUpgrades } from './areas/wallet-upgrades/wallet-upgrades.ts'
import { changeWatch } from './areas/watches/change-watch.ts'
import { watchOfRecord } from './areas/watches/watches.ts'
import { resendFailedWebhooks } from './areas/webhooks/resend-failed.ts'
import { assignWorkItems, reassignWorkItems } from './areas/work-items/assign.ts'
import { changeView } from './areas/views/change-view.ts'
import { countViews } from './areas/views/count-views.ts'
import { createView } from './areas/views/create-view.ts'
import { removeView } from './areas/views/remove-view.ts'
import { useView } from './areas/views/use-view.ts'
import { listViews } from './areas/views/views.ts'
import { changeWorkClock, changeWorkHours } from './areas/work-items/change-clocks.ts'
import { claimWorkItem, nextWorkItem } from './areas/work-items/claim.ts'
import { releaseWorkItems } from './areas/work-items/release.ts'
import { snoozeWorkItem } from './areas/work-items/snooze.ts'
import {
  countWorkItems,
  listWorkItems,
  recordWork,
  upcomingWorkItem,
  workClocks,
  workTeam,
} from './areas/work-items/work-items.ts'
import { disableWallet, enableWallet } from './areas/wallets/wallet-status.ts'
import { revealNumber } from './areas/wallets/reveal-number.ts'
import { listWallets, walletInfo } from './areas/wallets/wallets.ts'
import type { Areas } from './http/handler.ts'

/** Handler of every call; a missing one does not compile. */
export const areas: Areas<typeof contract> = {
  session: {
    login: logIn,
    verify: verifyLogin,
    resendLogin,
    forgetPassword,
    resendReset,
    resetPassword,
    profile,
    logout: logOut,
    changeMode,
    cancelRequest,
  },
  invites: { list: listInvites, send: sendInvite, status: inviteStatus, accept: acceptInvite },
  team: { members: listMembers, changeMember },
  auditSeals: { state: sealState },
  roles: { list: listRoles, info: roleInfo, create: createRole, update: updateRole, retire: retireRole },
  account: { changePassword, sessions: ownSessions, endSession },
  secondFactor: {
    state: secondFactorState,
    setUp: setUpFactor,
    turnOn: enableFactor,
    renewCodes: regenerateCodes,
    turnOff: disableFactor,
    reset: resetFactor,
  },
  settings: { transferRoute, changeTransferRoute },
  merchants: {
    list: listMerchants,
    info: merchantInfo,
    directors,
    settlementAccount,
    bvn,
    bvnInfo,
    approve: approveMerchant,
    decline: declineMerchant,
    changeStatus: changeMerchantStatus,
    startReview,
    configure: configureMerchant,
    configurationChanges,
  },
  merchantUpgrades: {
    list: listUpgrades,
    details: upgradeDetails,
    approve: approveUpgrade,
    decline: declineUpgrade,
  },
  charges: { get: merchantCharges, history: chargeHistory, update: updateCharges },
  statements: { download: downloadStatement, email: emailStatement, withdraw: withdrawLink },
  transactions: {
    merchantList: merchantTransactions,
    walletList: walletTransactions,
    analytics: transactionAnalytics,
    series: transactionSeries,
    info: transactionInfo,
    logs: payoutLogs,
    overview: payoutOverview,
    markSuccess,
    markFailed,
    requery,
    resendWebhook,
  },
  transactionStory: { tell: readTransactionExplanation },
  payouts: {
    bulk: bulkPayouts,
    bulkItems,
    scheduled: scheduledPayouts,
    scheduledInfo: scheduledPayoutInfo,
    recurrent: recurringPayouts,
    recurrentInfo: recurringPayoutInfo,
  },
  freezes: {
    freezeMerchant,
    unfreezeMerchant,
    freezeAccount,
    unfreezeAccount,
    impact: freezeImpact,
    moving: movingPayments,
    list: listFreezes,
  },
  liens: { place: placeLien, release: releaseLien, impact: lienImpact, list: listLiens },
  decisions: { recipients },
  payoutDecisions: {
    stopBulk: stopBatch,
    cancelScheduled: cancelScheduledPayout,
    pauseRecurrent: pauseRecurringPayout,
    resumeRecurrent: resumeRecurringPayout,
    endRecurrent: endRecurringPayout,
  },
  wallets: {
    list: listWallets,
    info: walletInfo,
    enable: enableWallet,
    disable: disableWallet,
    reveal: revealNumber,
  },
  walletUpgrades: { list: listWalletUpgrades, approve: approveWalletUpgrade, reject: rejectWalletUpgrade },
  cards: {
    list: listCards,
    details: cardDetails,
    batches: listCardBatches,
    batchDetails: cardBatchDetails,
    transactions: listCardTransactions,
    setUp: setUpCards,
    approveBatch: approveCardBatch,
    declineBatch: declineCardBatch,
    block: blockOneCard,
    unblock: unblockOneCard,
    remove: deleteOneCard,
  },
  search: { everything: searchEverything, transactions: searchTransactions },
  outside: { trouble: currentOutages },
  childAccounts: {
    merchants: listChildMerchants,
    wallets: listChildWallets,
    walletAccounts: listWalletChildren,
    merchantAccounts: listMerchantChildren,
    transactions: listChildTransactions,
    transactionInfo: childTransactionInfo,
  },
  subAccounts: { merchants: listSplittingMerchants, list: listSubaccounts, info: subaccountInfo },
  stores: { transactions: listStoreTransactions, list: listStores, terminals: listTerminals },
  shops: { list: listShops, info: shopInfo },
  settlements: {
    list: listSettlements,
    transactions: settlementTransactions,
    resend: resendSettlement,
    card: settleCards,
  },
  virtualAccounts: { list: listVirtualAccounts, info: virtualAccountInfo, transactions: listCollections },
  checkouts: { list: listCheckouts, info: checkoutInfo },
  paymentLinks: { list: listPaymentLinks, info: paymentLinkInfo },
  partners: { list: listPartners, info: partnerInfo, merchants: partnerMerchants },
  services: { list: listServices, change: changeService },
  billPayments: { list: listBillPayments, info: billPaymentInfo },
  contact: { list: listContactMessages, info: contactMessage, answer: answerContact },
  refunds: { list: listRefunds, info: refundInfo, request: refundCollection },
  disputes: {
    list: listDisputes,
    details: disputeDetails,
    initiate: initiateDispute,
    changeStatus: changeDisputeStatus,
    changeConversation,
    activities: listActivities,
    conversation: listMessages,
    sendMessage: sendDisputeMessage,
  },
  ledger: {
    ...positionLists,
    account: accountPosition,
    series: accountSeries,
    entries: listEntries,
    transfer: ledgerTransfer,
    check: ledgerChecks,
    startCheck: startLedgerCheck,
  },
  profit: { list: listProfit, sources: profitBySource, ofMerchant: profitOfMerchant, series: profitSeries },
  audit: { list: listAudit, info: auditInfo, recordHistory },
  views: {
    list: listViews,
    counts: countViews,
    create: createView,
    change: changeView,
    use: useView,
    remove: removeView,
  },
  downloads: { mine: myDownloads, order: orderDownload, cancel: cancelDownload },
  workItems: {
    list: listWorkItems,
    record: recordWork,
    upcoming: upcomingWorkItem,
    counts: countWorkItems,
    next: nextWorkItem,
    claim: claimWorkItem,
    release: releaseWorkItems,
    snooze: snoozeWorkItem,
    assign: assignWorkItems,
    reassign: reassignWorkItems,
    team: workTeam,
    clocks: workClocks,
    changeClock: changeWorkClock,
    changeHours: changeWorkHours,
  },
  notes: { list: listNotes, colleagues: listColleagues, write: writeNote, strike: strikeNote },
  watches: { read: watchOfRecord, change: changeWatch },
  messages: { list: listRecordMessages, recipients: messageRecipients, send: sendRecordMessage },
  notifications: {
    list: listNotifications,
    info: notificationInfo,
    counts: countNotifications,
    readAll: readAllNotifications,
    readOne: readOneNotification,
    choices: notificationChoices,
    choose: chooseNotifications,
  },
  webhooks: { resendFailed: resendFailedWebhooks },
  jobs: { revive: reviveJobs },
}
