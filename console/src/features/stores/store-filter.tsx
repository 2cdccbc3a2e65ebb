import { pickedFilter } from '../../list/picked-filter.tsx'
import { part } from '../../ui/part.tsx'

const StorePicker = part(() => import('./store-picker.tsx'), 'StorePicker')

/** The filter by store. */
export const storeFilter = pickedFilter({ key: 'store', sends: 'storeId', label: 'Store' }, StorePicker)
