import { stores } from '@kobo/contract/stores'
import { useApiQuery } from '../../api/use-api-query.ts'
import { type Chosen, Picker, usePicker } from '../../forms/picker.tsx'

interface StorePickerProps {
  chosen: Chosen | null
  onChoose: (store: Chosen | null) => void
}

/** Number of options; operators type on rather than scroll further. */
const optionCount = 100

/** Picks a store by its name. */
export function StorePicker({ chosen, onChoose }: StorePickerProps) {
  const picker = usePicker(chosen)
  const { opened, search } = picker
  const request = opened ? { page: 1, size: optionCount, ...(search && { name: search }) } : null
  const { data, isError } = useApiQuery(stores.list, request, { keepPrevious: true })
  return (
    <Picker
      label="Store"
      placeholder="Search by name"
      nothingFound="No List Record Found"
      found={data?.stores.map(({ id, name }) => ({ id, name }))}
      hasFailed={isError}
      {...{ picker, chosen, onChoose }}
    />
  )
}
