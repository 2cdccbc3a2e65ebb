import { pickedFilter } from '../../list/picked-filter.tsx'
import { part } from '../../ui/part.tsx'

const SubAccountPicker = part(() => import('./sub-account-picker.tsx'), 'SubAccountPicker')

/** The filter by sub-account. */
export const subAccountFilter = pickedFilter(
  { key: 'subAccount', sends: 'subaccountId', label: 'Sub account' },
  SubAccountPicker,
)
