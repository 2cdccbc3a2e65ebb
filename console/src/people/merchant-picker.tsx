import { contract } from '@kobo/contract'
import { everything } from '@kobo/contract/kit/page'
import type { MerchantRow } from '@kobo/contract/merchants'
import { useApiQuery } from '../api/use-api-query.ts'
import { type Chosen, Picker, type PickerBinding, usePicker } from '../forms/picker.tsx'

interface MerchantPickerProps extends PickerBinding {
  placeholder?: string
}

/** Only approved merchants have money, cards or other listed records. */
const all = { page: 1, size: everything, verified: 'ACCEPTED' }

/** Finds a merchant by name among the loaded ones. If the server has more, it searches there too. */
export function MerchantPicker({ placeholder = 'Any merchant', ...binding }: MerchantPickerProps) {
  const picker = usePicker(binding.chosen)
  const { opened, wanted, search } = picker
  const given = useApiQuery(contract.merchants.list, opened ? all : null)
  const hasMore = given.data !== undefined && given.data.totalRecords > given.data.merchants.length
  const further = hasMore && search !== '' ? { ...all, search } : null
  const more = useApiQuery(contract.merchants.list, further, { keepPrevious: true })

  const here = given.data && named(given.data.merchants, wanted)
  const there = more.data && named(more.data.merchants)
  // Until the server responds, an empty local result is not final.
  const onTheWay = here?.length === 0 ? undefined : here
  return (
    <Picker
      label="Merchant"
      placeholder={placeholder}
      nothingFound="No Merchant List Record Found"
      found={hasMore && wanted !== '' ? (there ?? onTheWay) : here}
      hasFailed={given.isError || more.isError}
      picker={picker}
      {...binding}
    />
  )
}

/** Returns the merchants whose business name contains the text, ignoring case. */
function named(merchants: readonly MerchantRow[], wanted = ''): Chosen[] {
  const sought = wanted.toLowerCase()
  return merchants
    .filter(({ businessName }) => businessName.toLowerCase().includes(sought))
    .map(({ id, businessName }) => ({ id, name: businessName }))
}
