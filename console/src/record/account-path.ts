import type { Freeze } from '@kobo/contract/kit/freeze'
import { paths } from '../../paths.ts'

/** Returns the path of a frozen record; undefined for kinds that this console does not know. */
export function frozenPath({ kind, merchantId, accountId, walletId, name }: Freeze): string | undefined {
  if (kind === 'MERCHANT') return paths.merchant(merchantId)
  if (kind === 'WALLET') return walletId ? paths.wallet(walletId) : undefined
  if (!accountId) return undefined
  if (kind === 'CHILD') {
    return walletId
      ? paths.customerChildren(walletId, { accountId })
      : paths.merchantChildren(merchantId, { accountId })
  }
  if (kind === 'STORE') return paths.stores({ status: 'stores', storeId: accountId, search: name ?? undefined })
  return kind === 'SUBACCOUNT' ? paths.subAccountSettlements(merchantId, accountId) : undefined
}
