import { VisuallyHidden } from '@mantine/core'
import { FetchFailed } from '../../../record/fetch-failed.tsx'

/** Stands for the whole page when the merchant could not be fetched. */
export function MerchantFailed({ again }: { again: () => void }) {
  return (
    <>
      <VisuallyHidden component="h1">Merchant</VisuallyHidden>
      <FetchFailed again={again} />
    </>
  )
}
