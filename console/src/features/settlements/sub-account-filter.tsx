import { recordFilter } from '../../list/record-filter.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const SubAccountPicker = lazyComponent(() => import('./sub-account-picker.tsx'), 'SubAccountPicker')

export const subAccountFilter = recordFilter(
  { key: 'subAccount', sends: 'subaccountId', label: 'Sub account' },
  SubAccountPicker,
)
