import { workItems } from '@kobo/contract/work-items'
import { useRouter } from '@tanstack/react-router'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { addressOf } from './item-address.ts'

/** Claims the free item that is due first, and opens its record. */
export function useNextItem() {
  const router = useRouter()
  const { state, start } = useApiMutation(workItems.next)
  function takeNext() {
    start(
      {},
      {
        onSuccess: ({ data: { item } }) => {
          const address = item ? addressOf(item) : undefined
          if (address !== undefined) router.history.push(address)
        },
      },
    )
  }
  return { state, takeNext }
}
