import { Button } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { lastResort } from '../../api/api-error.ts'
import { useSupportedKeys } from '../../api/config.ts'
import { send } from '../../api/send.ts'
import { useMay } from '../../api/use-may.ts'
import { keyHint } from '../../ui/key-hint.tsx'
import { toastFailure, toastNotice } from '../../ui/toast.ts'
import { usePageKeys } from '../../ui/use-page-keys.ts'
import type { ListWithState } from '../enclosing-list.ts'
import { queueAddress, queueParam, queueRequest } from './queue-request.ts'

/**
 * Opens the most urgent row of the list's queue. Absent for operators who may not decide, and if the server cannot filter the
 * open rows; one that cannot sort them lists them in its own order.
 */
export function QueueButton({ of }: { of: ListWithState }) {
  const may = useMay()
  const { queue, call } = of.list
  const isSupported = useSupportedKeys(call)
  if (!queue || !may(queue.call)) return null
  const filters = Object.keys(queue.items).filter((key) => key !== 'sort')
  return filters.every(isSupported) && <Enter of={of} />
}

function Enter({ of: { list, shown } }: { of: ListWithState }) {
  const { address: at, filters } = shown.control
  const router = useRouter()
  const [isLoading, setLoading] = useState(false)

  async function enter() {
    if (isLoading) return
    setLoading(true)
    try {
      const param = queueParam(list, shown)
      const { data } = await send(list.call, { ...queueRequest(param), size: 1 })
      const [first] = list.rows(data)
      if (first) router.history.push(queueAddress(list, first, param, at), { openedHere: true, listFilters: filters })
      else toastNotice('Nothing is waiting for a decision')
    } catch (problem) {
      toastFailure(problem instanceof Error ? problem.message : lastResort)
    } finally {
      setLoading(false)
    }
  }
  usePageKeys({ q: () => void enter() })

  return (
    <Button
      variant="default"
      leftSection={<IconListCheck size={17} stroke={1.5} />}
      // Not `disabled`, which would lose the focus that a panel returns to it.
      aria-busy={isLoading}
      onClick={() => void enter()}
      {...keyHint('Q')}
    >
      Review one by one
    </Button>
  )
}
