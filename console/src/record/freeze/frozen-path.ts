import type { Freeze } from '@kobo/contract/kit/freeze'
import { paths } from '../../paths.ts'

/** Returns the path of a frozen record; undefined for kinds that this console does not know. */
export function frozenPath({ kind, merchantId, accountId, name }: Freeze): string | undefined {
  if (kind === 'MERCHANT') return paths.merchant(merchantId)
  if (!accountId) return undefined
  if (kind === 'WALLET') return paths.wallet(accountId)
  // A child account of a customer opens there too.
  if (kind === 'CHILD') return paths.merchantChildren(merchantId, { accountId })
  if (kind === 'STORE') return paths.stores({ status: 'stores', storeId: accountId, search: name ?? undefined })
  return kind === 'SUBACCOUNT' ? paths.subAccountSettlements(merchantId, accountId) : undefined
}
