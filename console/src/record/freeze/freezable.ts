import type { FreezableKind } from '@kobo/contract/kit/freeze'

/** A merchant, or one of its wallets, child accounts, stores or sub-accounts. */
export interface Freezable {
  kind: FreezableKind
  merchantId: string
  /** Missing if it is the merchant. */
  accountId?: string
  name: string
  /** Whether its page knows of a freeze of it, its holder or its merchant. */
  isFrozen?: boolean | null | undefined
}

/** Returns the IDs by which calls name the record. */
export function idsOf({ merchantId, accountId }: Freezable) {
  return accountId === undefined ? { merchantId } : { merchantId, accountId }
}
