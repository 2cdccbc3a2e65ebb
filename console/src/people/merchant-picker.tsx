import { contract } from '@kobo/contract'
import { useCall } from '../api/use-call.ts'
import { type Chosen, everything, Picker, usePicker } from '../forms/picker.tsx'

interface MerchantPickerProps {
  /** Offers merchants whose KYC stands so, and otherwise all. */
  verified?: 'ACCEPTED'
  chosen: Chosen | null
  onChoose: (merchant: Chosen | null) => void
}

/** Finds a merchant by its name. */
export function MerchantPicker({ verified, chosen, onChoose }: MerchantPickerProps) {
  const picker = usePicker(chosen)
  const { opened, search } = picker
  const narrowed = { ...(verified && { verified }), ...(search && { search }) }
  const request = opened ? { page: 1, size: everything, ...narrowed } : null
  const { data, isError } = useCall(contract.merchants.list, request, { keepPrevious: true })
  return (
    <Picker
      label="Merchant"
      placeholder="Any merchant"
      nothingFound="No Merchant List Record Found"
      found={data?.merchants.map((row) => ({ id: row.id, name: row.businessName }))}
      hasFailed={isError}
      {...{ picker, chosen, onChoose }}
    />
  )
}
