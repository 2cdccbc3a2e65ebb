import type { WalletUpgradeRow } from '@kobo/contract/wallet-upgrades'
import type { Wallet } from '@kobo/contract/wallets'

/** Creates a wallet as a server returns it. Tests set only the fields under test. */
export function aWallet(overrides: Partial<Wallet> = {}): Wallet {
  return {
    id: 'w1',
    createdAt: '2026-11-20T13:32:00.000Z',
    accountName: 'Tunde Bakare',
    accountNumber: '9901234567',
    bankName: 'Providus Bank',
    tier: 1,
    status: 'ACTIVE',
    merchant: { id: 'm1', businessName: 'Adire & Indigo Textiles Ltd' },
    availableBalance: 120_000.5,
    bookedBalance: 150_000,
    email: 'tunde@example.ng',
    phoneNumber: '08035550142',
    dateOfBirth: '1991-02-07',
    bvn: '2212*******',
    nin: '7041*******',
    address: '3 Awolowo Road',
    city: 'Ikeja',
    state: 'Lagos',
    postNoDebit: false,
    limits: { dailyDebit: 50_000, debitedToday: 12_500, balance: 300_000 },
    ...overrides,
  }
}

/** Creates the wallet's request for the next tier. */
export function aTierRequest(overrides: Partial<WalletUpgradeRow> = {}): WalletUpgradeRow {
  return {
    id: 'r1',
    createdAt: '2026-11-19T08:05:00.000Z',
    status: 'PENDING',
    wallet: { id: 'w1', accountName: 'Tunde Bakare', tier: 1 },
    merchant: { businessName: 'Adire & Indigo Textiles Ltd' },
    requestedTier: 2,
    requestedLimits: { dailyDebit: 200_000, balance: 500_000 },
    category: 'UPGRADE',
    decision: null,
    ...overrides,
  }
}
