import type { WorkKind } from '@kobo/contract/kit/work-kinds'
import { workItems } from '@kobo/contract/work-items'
import { useRouter } from '@tanstack/react-router'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { paths } from '../../paths.ts'
import { addressOf } from './item-address.ts'

/** Claims the free item that is due first, of these kinds if any, and opens its record, or the operator's items if it has none. */
export function useNextItem(kinds: readonly WorkKind[] = []) {
  const router = useRouter()
  const { state, start } = useApiMutation(workItems.next)
  function takeNext() {
    start(kinds.length > 0 ? { kinds: [...kinds] } : {}, {
      onSuccess: ({ data: { item } }) => {
        // What stands for many records has no page: their list is among the operator's items.
        if (item) router.history.push(addressOf(item) ?? `${paths.myWork()}?state=MINE`)
      },
    })
  }
  return { state, takeNext }
}
