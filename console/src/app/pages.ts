/** Where the file of each page is had from; the build writes down which files that takes, for the server to name them ahead. */
export const pages = {
  '/': () => import('../features/session/sign-in-page.tsx'),
  '/forgot-password': () => import('../features/session/forgot-password-page.tsx'),
  '/reset-password': () => import('../features/session/reset-password-page.tsx'),
  '/invite': () => import('../features/session/accept-invite-page.tsx'),
  '/merchants': () => import('../features/merchants/merchants-page.tsx'),
  '/merchants/$merchantId': () => import('../features/merchants/page/merchant-page.tsx'),
  '/wallets': () => import('../features/wallets/wallets-page.tsx'),
  '/wallets/$walletId': () => import('../features/wallets/page/wallet-page.tsx'),
  '/virtual-account': () => import('../features/virtual-accounts/virtual-accounts-page.tsx'),
  '/checkout': () => import('../features/checkouts/checkouts-page.tsx'),
  '/payment-links': () => import('../features/payment-links/payment-links-page.tsx'),
  '/payout': () => import('../features/payouts/payouts-page.tsx'),
  '/payout/$batchReference/bulk': () => import('../features/payouts/batch/batch-page.tsx'),
  '/settings': () => import('../features/settings/settings-page.tsx'),
  '/payout/$transactionId/transaction-payout': () => import('../features/transactions/page/transaction-page.tsx'),
  '/teams': () => import('../features/teams/teams-page.tsx'),
}
