import { contract } from '@kobo/contract'
import { useCall } from '../api/use-call.ts'
import { type Chosen, offered, Picker, usePicker } from './picker.tsx'

interface MerchantPickerProps {
  chosen: Chosen | null
  onChoose: (merchant: Chosen | null) => void
}

/** Finds a merchant by its name. */
export function MerchantPicker({ chosen, onChoose }: MerchantPickerProps) {
  const picker = usePicker(chosen)
  const { opened, search } = picker
  const request = opened ? { page: 1, size: offered, ...(search && { search }) } : null
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
