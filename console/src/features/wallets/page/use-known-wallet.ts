import { contract } from '@kobo/contract'
import type { Data } from '@kobo/contract/kit/call'
import type { WalletRow } from '@kobo/contract/wallets'
import { useQueryClient } from '@tanstack/react-query'
import { callKey } from '../../../api/use-call.ts'
import { useMode } from '../../../api/use-mode.ts'

/** The wallet's row, if a list that was shown before still holds it. */
export function useKnownWallet(walletId: string): WalletRow | undefined {
  const mode = useMode()
  const lists = useQueryClient().getQueriesData<Data<typeof contract.wallets.list>>({
    queryKey: [callKey(contract.wallets.list), mode],
  })
  return lists.flatMap(([, list]) => list?.wallets ?? []).find((row) => row.id === walletId)
}
