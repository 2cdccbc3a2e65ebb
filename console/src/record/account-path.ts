import { paths } from '../paths.ts'

type Maybe = string | null | undefined

/** A merchant, or one of its accounts, as freezes and liens name it. */
interface AccountRef {
  kind: string
  merchantId: string
  accountId?: Maybe
  walletId?: Maybe
  name?: Maybe
}

/** Returns the path of a record that a freeze or lien concerns; undefined for kinds that this console does not know. */
export function accountPath({ kind, merchantId, accountId, walletId, name }: AccountRef): string | undefined {
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
