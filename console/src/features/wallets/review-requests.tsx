import { Button } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useListShown } from '../../list/list-shown.ts'
import { walletRequestList } from './wallet-request-list.tsx'

/** Opens the first request that waits beside the list, from which the others are gone through; a row itself leads to its wallet. */
export function ReviewRequests() {
  const { rows, control } = useListShown(walletRequestList)
  const first = rows?.find(({ status }) => status === 'PENDING')
  return (
    <Button
      variant="default"
      leftSection={<IconListCheck size={17} stroke={1.5} />}
      disabled={!first}
      onClick={() => first && control.address.open(control.address.with({ review: first.id }))}
    >
      Review one by one
    </Button>
  )
}
