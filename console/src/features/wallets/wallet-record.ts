import { type Wallet, wallets } from '@kobo/contract/wallets'
import { IconWallet } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { defineRecord } from '../../record/define-record.ts'
import type { Freezable } from '../../record/freeze/freezable.ts'

const { info, list } = wallets

export const walletRecord = defineRecord(info, (reply) => reply.wallet, {
  icon: IconWallet,
  back: { text: 'Back to wallets', to: paths.wallets() },
  known: { calls: [list], rows: (reply) => reply.wallets },
})

/** Returns a wallet as a record that can be frozen. Calls name it by its merchant, which a server may omit. */
export function freezableWallet({ id, accountName, merchant, isFrozen }: Wallet): Freezable | undefined {
  if (!merchant?.id) return undefined
  return { kind: 'WALLET', merchantId: merchant.id, accountId: id, name: accountName, isFrozen }
}
