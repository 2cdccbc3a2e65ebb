import { views } from '@kobo/contract/views'
import { Alert, Button } from '@mantine/core'
import { use, useEffect, useEffectEvent } from 'react'
import { useConfig } from '../../api/config.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import { toastNotice } from '../../ui/toast.ts'
import { EnclosingList, type ListWithState } from '../enclosing-list.ts'
import { today } from '../filter-fields.tsx'
import { type ListState, readState } from '../list-state.ts'
import { nameLeftOut } from './open-view.ts'
import { readView } from './view-state.ts'

/** Opens the view of a link, or the default one, before the list's first request. Search params beside it take precedence. */
export function LinkedView() {
  const around = use(EnclosingList)
  return around && <Opening of={around} />
}

function Opening({ of: { list, shown } }: { of: ListWithState }) {
  const { control } = shown
  const viewId = control.opening
  const isSupported = useConfig()?.additions
  const query = useApiQuery(views.list, viewId && isSupported ? { place: list.name, viewId } : null)
  const found = query.data?.views.find(({ id }) => id === viewId)
  const isAnswered = query.isSuccess || isSupported === false

  const open = useEffectEvent(() => {
    if (!found) {
      control.openView({}, null, 'replace')
      if (isSupported && control.view !== undefined)
        toastNotice('The view of this link was removed or belongs to another list')
      return
    }
    const { state, leftOut } = readView(list, found, today())
    control.openView(withAddress(state, control.address.query), found, 'replace')
    nameLeftOut(found, leftOut)
  })
  useEffect(() => {
    if (isAnswered) open()
  }, [isAnswered])

  /** A link made from a list that differs from its view has the differences in its search params. */
  function withAddress(state: ListState, address: string): ListState {
    const keys = [...new URLSearchParams(address).keys()]
    if (keys.every((key) => key === 'view' || key === 'status')) return state
    const { page, perPage, search, filters } = readState(list, address)
    const unnamed = Object.entries(state.filters).filter(([key]) => list.urlNames?.[key] === undefined)
    return { page, perPage, search, filters: { ...Object.fromEntries(unnamed), ...filters } }
  }

  if (!query.isError) return null
  return (
    <Alert color="var(--kobo-red)" title="The view of this list could not be loaded">
      <Button.Group>
        <Button size="compact-sm" variant="default" onClick={() => void query.refetch()}>
          Try again
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => control.openView({}, null, 'replace')}>
          Show the list without it
        </Button>
      </Button.Group>
    </Alert>
  )
}
