import type { WorkKind } from '@kobo/contract/kit/work-kinds'
import { workItems } from '@kobo/contract/work-items'
import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { paths } from '../../paths.ts'
import { addressOf } from './item-address.ts'

/** Claims the free item that is due first, of these kinds if any, and opens its record, or the operator's items if it has none. */
export function useNextItem(kinds: readonly WorkKind[] = []) {
  const router = useRouter()
  const { state, start } = useApiMutation(workItems.next)
  const isTaking = useRef(false)
  function takeNext() {
    // Pressed again before the answer, it would claim as before but open nothing.
    if (isTaking.current) return
    isTaking.current = true
    start(kinds.length > 0 ? { kinds: [...kinds] } : {}, {
      onSuccess: ({ data: { item } }) => {
        // What stands for many records has no page: their list is among the operator's items.
        if (item) router.history.push(addressOf(item) ?? `${paths.myWork()}?state=MINE`)
      },
      onSettled: () => {
        isTaking.current = false
      },
    })
  }
  return { state, takeNext }
}
