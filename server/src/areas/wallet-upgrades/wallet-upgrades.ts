import { naira } from '@kobo/contract/kit/naira'
import type { walletUpgrades } from '@kobo/contract/wallet-upgrades'
import { decision } from '../../http/display.ts'
import { readPage } from '../../db/read-page.ts'
import { tierBlocker, type Papered } from './decide-wallet-upgrade.ts'
import type { Handler } from '../../http/handler.ts'

/** Lists wallets' requests for a higher tier, newest first by default. Runs two statements. */
export const listWalletUpgrades: Handler<typeof walletUpgrades.list> = async (input, { db, mode }) => {
  const { status, category, walletId, merchantId, sort } = input
  const order = sort === 'oldest' ? 'asc' : 'desc'
  const { totalRecords, rows } = await readPage(db, input, (snapshot) => {
    const matching = snapshot.selectFrom('wallet_upgrade as upgrade').where((eb) =>
      eb.and({
        'upgrade.mode': mode,
        ...(status && { 'upgrade.status': status }),
        ...(category && { 'upgrade.category': category }),
        ...(walletId && { 'upgrade.wallet_id': walletId }),
        ...(merchantId && { 'upgrade.merchant_id': merchantId }),
      }),
    )
    const shown = matching
      .innerJoin('wallet', 'wallet.id', 'upgrade.wallet_id')
      .innerJoin('merchant', 'merchant.id', 'upgrade.merchant_id')
      .innerJoin('tier_limit', 'tier_limit.tier', 'upgrade.requested_tier')
      .leftJoin('staff', 'staff.id', 'upgrade.decided_by')
      .select(['upgrade.id', 'upgrade.created_at', 'upgrade.status', 'upgrade.category', 'upgrade.requested_tier'])
      .select(['upgrade.decided_at', 'upgrade.decision_reason', 'staff.first_name', 'staff.last_name'])
      .select(['tier_limit.daily_debit_kobo', 'tier_limit.balance_kobo'])
      .select(['wallet.id as wallet_id', 'wallet.account_name', 'wallet.tier', 'merchant.business_name'])
      .select(['wallet.bvn', 'wallet.nin'])
      .orderBy('upgrade.created_at', order)
      .orderBy('upgrade.id', order)
    return { matching, shown }
  })
  return {
    totalRecords,
    upgrades: rows.map((row) => ({
      id: row.id,
      createdAt: row.created_at,
      status: row.status,
      wallet: { id: row.wallet_id, accountName: row.account_name, tier: row.tier },
      merchant: { businessName: row.business_name },
      requestedTier: row.requested_tier,
      requestedLimits: {
        dailyDebit: naira(row.daily_debit_kobo),
        balance: row.balance_kobo === null ? null : naira(row.balance_kobo),
      },
      category: row.category,
      ...(row.status === 'PENDING' && currentBlocker(row)),
      decision: decision(row, row),
    })),
  }
}

/** Returns the blocker that currently prevents an approval. */
function currentBlocker(row: Papered & { tier: number; requested_tier: number }) {
  const blocker = tierBlocker(Math.max(row.tier, row.requested_tier), row)
  return blocker === null ? {} : { hindrance: blocker }
}
