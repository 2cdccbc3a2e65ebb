import { contract } from '@kobo/contract'
import type { Data } from '@kobo/contract/kit/call'
import type { MerchantRow } from '@kobo/contract/merchants'
import { useQueryClient } from '@tanstack/react-query'
import { callKey } from '../../../api/use-call.ts'
import { useMode } from '../../../api/use-mode.ts'

/** The merchant's row, if a list that was shown before still holds it. */
export function useKnownMerchant(merchantId: string): MerchantRow | undefined {
  const mode = useMode()
  const lists = useQueryClient().getQueriesData<Data<typeof contract.merchants.list>>({
    queryKey: [callKey(contract.merchants.list), mode],
  })
  return lists.flatMap(([, list]) => list?.merchants ?? []).find((row) => row.id === merchantId)
}
