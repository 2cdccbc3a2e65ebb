import { everything } from '@kobo/contract/kit/page'
import { type MerchantRow, merchants } from '@kobo/contract/merchants'
import { useApiQuery } from '../api/use-api-query.ts'
import { type Chosen, Picker, type PickerBinding, usePicker } from '../forms/picker.tsx'

interface MerchantPickerProps extends PickerBinding {
  placeholder?: string
}

/** Only approved merchants have money, cards or other listed records. */
const firstPage = { page: 1, size: everything, verified: 'ACCEPTED' }

/** Finds a merchant by name among the loaded ones. If the server has more, it searches there too. */
export function MerchantPicker({ placeholder = 'Any merchant', ...binding }: MerchantPickerProps) {
  const picker = usePicker(binding.chosen)
  const { opened, wanted, search } = picker
  const loaded = useApiQuery(merchants.list, opened ? firstPage : null)
  const hasMore = loaded.data !== undefined && loaded.data.totalRecords > loaded.data.merchants.length
  const further = hasMore && search !== '' ? { ...firstPage, search } : null
  const searched = useApiQuery(merchants.list, further, { keepPrevious: true })

  const loadedMatches = loaded.data && matching(loaded.data.merchants, wanted)
  const searchedMatches = searched.data && matching(searched.data.merchants)
  // Until the server responds, an empty local result is not final.
  const provisional = loadedMatches?.length === 0 ? undefined : loadedMatches
  return (
    <Picker
      label="Merchant"
      placeholder={placeholder}
      nothingFound="No Merchant List Record Found"
      found={hasMore && wanted !== '' ? (searchedMatches ?? provisional) : loadedMatches}
      hasFailed={loaded.isError || searched.isError}
      picker={picker}
      {...binding}
    />
  )
}

/** Returns the merchants whose business name contains the text, ignoring case. */
function matching(rows: readonly MerchantRow[], text = ''): Chosen[] {
  const term = text.toLowerCase()
  return rows
    .filter(({ businessName }) => businessName.toLowerCase().includes(term))
    .map(({ id, businessName }) => ({ id, name: businessName }))
}
