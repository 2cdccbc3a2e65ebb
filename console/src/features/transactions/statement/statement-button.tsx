import { Button } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { IconFileText } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { onReach } from '../../../ui/on-reach.ts'

const loadDialog = () => import('./statement-dialog.tsx')
const StatementDialog = lazy(() => loadDialog().then((file) => ({ default: file.StatementDialog })))

/** How long a closed dialog keeps what it held. */
const resetDelayMs = 300

/** Asks for a statement of a merchant's movements. */
export function StatementButton({ merchantId }: { merchantId: string }) {
  const [dialog, setDialog] = useState<'never opened' | 'open' | 'closed'>('never opened')
  const [round, setRound] = useState(0)
  const { start: resetSoon } = useTimeout(() => setRound((past) => past + 1), resetDelayMs)
  const close = () => {
    setDialog('closed')
    resetSoon()
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileText size={17} stroke={1.5} />}
        onClick={() => setDialog('open')}
        {...onReach(loadDialog)}
      >
        Generate Statement
      </Button>
      <Suspense>
        {dialog !== 'never opened' && (
          <StatementDialog key={round} merchantId={merchantId} opened={dialog === 'open'} onClose={close} />
        )}
      </Suspense>
    </>
  )
}
