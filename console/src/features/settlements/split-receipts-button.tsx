import { Button } from '@mantine/core'
import { onReach } from '../../ui/on-reach.ts'
import { part } from '../../ui/part.tsx'
import { useAddress } from '../../ui/use-address.ts'

const SplitReceipts = part(() => import('./split-receipts.tsx'), 'SplitReceipts', { over: true })
const key = 'receipts'

/** Opens the receipts of splits, which are only a sample. */
export function SplitReceiptsButton() {
  const address = useAddress()
  return (
    <>
      <Button
        variant="default"
        onClick={() => address.open(address.with({ [key]: 'sample' }))}
        {...onReach(SplitReceipts.load)}
      >
        Split Receipts
      </Button>
      {address.search[key] !== undefined && <SplitReceipts onClose={() => address.close(key)} />}
    </>
  )
}
