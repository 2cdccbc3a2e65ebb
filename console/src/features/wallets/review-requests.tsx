import { walletUpgrades } from '@kobo/contract/wallet-upgrades'
import { Button } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { lastResort } from '../../api/api-error.ts'
import { send } from '../../api/send.ts'
import { useSupportedKeys } from '../../api/config.ts'
import { useListContext } from '../../list/list-context.ts'
import { toastFailure, toastNotice } from '../../ui/toast.ts'
import { walletRequestList } from './wallet-request-list.tsx'

/** Pending requests, oldest first. */
const order = { status: 'PENDING', sort: 'oldest' } as const

/**
 * Opens the request that has waited longest, and filters and sorts the list so that the panel steps through the others by age. If
 * the server cannot sort, opens the first pending request of the page.
 */
export function ReviewRequests() {
  const { rows, control } = useListContext(walletRequestList)
  const isOrdered = useSupportedKeys(walletUpgrades.list)('sort')
  const [isLoading, setLoading] = useState(false)

  async function open() {
    if (!isOrdered) {
      const first = rows?.find(({ status }) => status === 'PENDING')
      return first ? control.address.open(control.address.with({ review: first.id })) : notifyNonePending()
    }
    const { data } = await send(walletUpgrades.list, { page: 1, size: 1, ...order })
    const [first] = data.upgrades
    if (!first) return notifyNonePending()
    const { status: filterStatus, sort } = order
    const inOrder = { filterStatus, sort, page: undefined, itemOffset: undefined }
    control.address.open(control.address.with({ ...inOrder, review: first.id }))
  }
  async function start() {
    setLoading(true)
    try {
      await open()
    } catch (problem) {
      toastFailure(problem instanceof Error ? problem.message : lastResort)
    } finally {
      setLoading(false)
    }
  }

  return (
    <Button
      variant="default"
      leftSection={<IconListCheck size={17} stroke={1.5} />}
      disabled={!rows}
      // Not `disabled`, which would lose the focus that the panel returns to it.
      aria-busy={isLoading}
      onClick={() => !isLoading && void start()}
    >
      Review one by one
    </Button>
  )
}

function notifyNonePending() {
  toastNotice('No pending requests')
}
