import { VisuallyHidden } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { FetchFailed } from '../../../record/fetch-failed.tsx'
import { TransactionMissing } from '../../../transaction/transaction-missing.tsx'
import { paths } from '../../../paths.ts'

/** Stands for the whole page when there is no such transaction. */
export function TransactionNotThere() {
  const navigate = useNavigate()
  const wayBack = { text: 'Back to payouts', onClick: () => void navigate({ to: paths.payout() }) }
  return (
    <>
      <Heading />
      <TransactionMissing wayBack={wayBack} />
    </>
  )
}

/** Stands for the whole page when the transaction could not be fetched. */
export function TransactionFailed({ again }: { again: () => void }) {
  return (
    <>
      <Heading />
      <FetchFailed again={again} />
    </>
  )
}

function Heading() {
  return <VisuallyHidden component="h1">Transaction</VisuallyHidden>
}
