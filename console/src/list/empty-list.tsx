import { IconListSearch } from '@tabler/icons-react'
import { useMaySearchEmail } from '../api/use-may.ts'
import { StateView } from '../ui/state-view.tsx'
import { NoAccess } from './lazy-no-access.ts'
import type { ListControl } from './use-list-state.ts'

interface EmptyListProps {
  text: string
  control: ListControl
  /** The list is searched by email address, too. */
  hasEmails: boolean
  onRefresh: () => void
}

/** Empty state of a list, with an action that may help. */
export function EmptyList({ text, control, hasEmails, onRefresh }: EmptyListProps) {
  const { page, search, filters, change } = control
  const maySearchEmail = useMaySearchEmail()
  if (hasEmails && !maySearchEmail && search.includes('@')) return <NoAccess permission="people.read" />
  const help =
    page > 1
      ? { text: 'Go to page 1', onClick: () => change({ page: 1 }) }
      : search !== '' || Object.keys(filters).length > 0
        ? { text: 'Clear search and filters', onClick: () => change({ search: '', filters: {} }) }
        : { text: 'Refresh', onClick: onRefresh }
  return <StateView icon={<IconListSearch size={24} stroke={1.5} />} text={text} action={help} />
}
