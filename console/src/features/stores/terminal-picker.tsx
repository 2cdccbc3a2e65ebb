import { stores } from '@kobo/contract/stores'
import { useApiQuery } from '../../api/use-api-query.ts'
import { type Chosen, Picker, usePicker } from '../../forms/picker.tsx'

interface TerminalPickerProps {
  chosen: Chosen | null
  onChoose: (terminal: Chosen | null) => void
}

/** Number of options; operators type on rather than scroll further. */
const optionCount = 100

/** Picks a terminal by the start of its serial number. */
export function TerminalPicker({ chosen, onChoose }: TerminalPickerProps) {
  const picker = usePicker(chosen)
  const { opened, search } = picker
  const request = opened ? { page: 1, size: optionCount, ...(search && { serialNumber: search }) } : null
  const { data, isError } = useApiQuery(stores.terminals, request, { keepPrevious: true })
  return (
    <Picker
      label="Terminal"
      placeholder="Search by serial number"
      nothingFound="No List Record Found"
      found={data?.terminals.map(({ id, serialNumber: name }) => ({ id, name }))}
      hasFailed={isError}
      {...{ picker, chosen, onChoose }}
    />
  )
}
