import { recordFilter } from '../../list/record-filter.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const StorePicker = lazyComponent(() => import('./store-picker.tsx'), 'StorePicker')

export const storeFilter = recordFilter({ key: 'store', sends: 'storeId', label: 'Store' }, StorePicker)
