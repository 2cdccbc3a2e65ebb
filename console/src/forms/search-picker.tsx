import type { Call, Data, Request } from '@kobo/contract/kit/call'
import { useApiQuery } from '../api/use-api-query.ts'
import { type Offer, Picker, type PickerBinding, usePicker } from './picker.tsx'

interface SearchPickerProps<C extends Call> extends PickerBinding {
  label: string
  placeholder: string
  call: C
  /** Request for the records that match a text; all of them if it is empty. */
  request: (search: string) => Request<C>
  found: (reply: Data<C>) => readonly Offer[]
}

/** Picks a record that a call finds by the typed text. Requests nothing until it opens. */
export function SearchPicker<C extends Call>({ call, request, found, ...rest }: SearchPickerProps<C>) {
  const picker = usePicker(rest.chosen)
  const { data, isError } = useApiQuery(call, picker.opened ? request(picker.search) : null, { keepPrevious: true })
  return (
    <Picker
      nothingFound="No List Record Found"
      found={data === undefined ? undefined : found(data)}
      hasFailed={isError}
      picker={picker}
      {...rest}
    />
  )
}
