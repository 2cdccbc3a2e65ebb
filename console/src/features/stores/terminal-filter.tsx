import { recordFilter } from '../../list/record-filter.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const TerminalPicker = lazyComponent(() => import('./terminal-picker.tsx'), 'TerminalPicker')

/** The filter by terminal. */
export const terminalFilter = recordFilter({ key: 'terminal', sends: 'terminalId', label: 'Terminal' }, TerminalPicker)
