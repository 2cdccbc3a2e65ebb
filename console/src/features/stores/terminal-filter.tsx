import { recordFilter } from '../../list/record-filter.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const TerminalPicker = lazyComponent(() => import('./terminal-picker.tsx'), 'TerminalPicker')

export const terminalFilter = recordFilter({ key: 'terminal', sends: 'terminalId', label: 'Terminal' }, TerminalPicker)
