import { Button } from '@mantine/core'
import { preloadOnIntent } from '../../ui/preload.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { useSearchParams } from '../../ui/use-search-params.ts'

const SplitReceipts = lazyComponent(() => import('./split-receipts.tsx'), 'SplitReceipts', { over: true })
const key = 'receipts'

/** Opens the sample receipts of splits. */
export function SplitReceiptsButton() {
  const address = useSearchParams()
  return (
    <>
      <Button
        variant="default"
        onClick={() => address.open(address.with({ [key]: 'sample' }))}
        {...preloadOnIntent(SplitReceipts.load)}
      >
        Split Receipts
      </Button>
      {address.search[key] !== undefined && <SplitReceipts onClose={() => address.close(key)} />}
    </>
  )
}
