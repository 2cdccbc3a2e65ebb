import { contract } from '@kobo/contract'
import { useCall } from '../api/use-call.ts'
import { everything, Picker, type PickerBinding, usePicker } from '../forms/picker.tsx'

interface MerchantPickerProps extends PickerBinding {
  /** Offers merchants whose KYC stands so, and otherwise all. */
  verified?: 'ACCEPTED'
  placeholder?: string
}

/** Finds a merchant by its name. */
export function MerchantPicker({ verified, placeholder = 'Any merchant', ...binding }: MerchantPickerProps) {
  const picker = usePicker(binding.chosen)
  const { opened, search } = picker
  const narrowed = { ...(verified && { verified }), ...(search && { search }) }
  const request = opened ? { page: 1, size: everything, ...narrowed } : null
  const { data, isError } = useCall(contract.merchants.list, request, { keepPrevious: true })
  return (
    <Picker
      label="Merchant"
      placeholder={placeholder}
      nothingFound="No Merchant List Record Found"
      found={data?.merchants.map((row) => ({ id: row.id, name: row.businessName }))}
      hasFailed={isError}
      picker={picker}
      {...binding}
    />
  )
}
