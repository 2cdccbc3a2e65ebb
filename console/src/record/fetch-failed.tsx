import { IconAlertTriangle } from '@tabler/icons-react'
import { StateView } from '../ui/state-view.tsx'

/** Says that a record could not be fetched, and offers another try. */
export function FetchFailed({ again }: { again: () => void }) {
  return (
    <StateView
      icon={<IconAlertTriangle size={22} />}
      text="Error Fetching Details"
      action={{ text: 'Refetch Details', onClick: again }}
      tone="failure"
    />
  )
}
