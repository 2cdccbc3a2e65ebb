import { statements } from '@kobo/contract/statements'
import { Button } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { IconFileText } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '../../../api/use-may.ts'
import { preloadOnIntent } from '../../../ui/preload.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'

const StatementDialog = lazyComponent(() => import('./statement-dialog.tsx'), 'StatementDialog', { over: true })

/** Time for which a closed dialog keeps its content. */
const resetDelayMs = 300

/** Opens the dialog that generates a merchant's statement. */
export function StatementButton({ merchantId }: { merchantId: string }) {
  const [dialog, setDialog] = useState<'never opened' | 'open' | 'closed'>('never opened')
  const [round, setRound] = useState(0)
  const { start: resetSoon } = useTimeout(() => setRound((count) => count + 1), resetDelayMs)
  const may = useMay()
  const close = () => {
    setDialog('closed')
    resetSoon()
  }
  return (
    <>
      {may(statements.download) && (
        <Button
          variant="default"
          leftSection={<IconFileText size={17} stroke={1.5} />}
          onClick={() => setDialog('open')}
          {...preloadOnIntent(StatementDialog.load)}
        >
          Generate Statement
        </Button>
      )}
      {dialog !== 'never opened' && (
        <StatementDialog key={round} merchantId={merchantId} opened={dialog === 'open'} onClose={close} />
      )}
    </>
  )
}
