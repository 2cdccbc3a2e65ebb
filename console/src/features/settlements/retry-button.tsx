import type { Settlement } from '@kobo/contract/settlements'
import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { RetrySettlement } from './retry-settlement.tsx'

/** Opens the dialog that retries the settlement of this page. */
export function RetryButton({ settlement }: { settlement: Settlement }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={() => setIsOpen(true)}>
        Retry transaction
      </Button>
      {isOpen && <RetrySettlement row={settlement} onClose={() => setIsOpen(false)} />}
    </>
  )
}
