import { stores } from '@kobo/contract/stores'
import type { PickerBinding } from '../../forms/picker.tsx'
import { SearchPicker } from '../../forms/search-picker.tsx'

/** First page of options; operators type on rather than scroll further. */
const firstPage = { page: 1, size: 100 }

/** Picks a store by its name; the merchant distinguishes stores of one name. */
export function StorePicker(binding: PickerBinding) {
  return (
    <SearchPicker
      label="Store"
      placeholder="Search by name"
      call={stores.list}
      request={(name) => ({ ...firstPage, ...(name && { name }) })}
      found={(reply) =>
        reply.stores.map(({ id, name, merchant }) => ({ id, name, detail: merchant?.businessName ?? '' }))
      }
      {...binding}
    />
  )
}

/** Picks a terminal by the start of its serial number. */
export function TerminalPicker(binding: PickerBinding) {
  return (
    <SearchPicker
      label="Terminal"
      placeholder="Search by serial number"
      call={stores.terminals}
      request={(serialNumber) => ({ ...firstPage, ...(serialNumber && { serialNumber }) })}
      found={(reply) => reply.terminals.map(({ id, serialNumber: name }) => ({ id, name }))}
      {...binding}
    />
  )
}
