import { wallets } from '@kobo/contract/wallets'
import { IconWallet } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { defineRecord } from '../../record/define-record.ts'

const { info, list } = wallets

export const walletRecord = defineRecord(info, (reply) => reply.wallet, {
  icon: IconWallet,
  back: { text: 'Back to wallets', to: paths.wallets() },
  known: { calls: [list], rows: (reply) => reply.wallets },
})
