import { IconReceiptOff } from '@tabler/icons-react'
import { StateView } from '../ui/state-view.tsx'
import { useModeName } from '../record/mode-name.ts'

/** Says that no such transaction is there; it may well be one of the other mode. */
export function TransactionMissing({ wayBack }: { wayBack: { text: string; onClick: () => void } }) {
  const modeName = useModeName()
  return (
    <StateView
      icon={<IconReceiptOff size={22} />}
      text={`This transaction does not exist in ${modeName}`}
      action={wayBack}
    />
  )
}
