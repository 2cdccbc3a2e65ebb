import { IconAlertTriangle } from '@tabler/icons-react'
import { StateView } from '../ui/state-view.tsx'

/** Error view of a record that failed to load, with a retry button. */
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
