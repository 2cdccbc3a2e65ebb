import { pickedFilter } from '../../list/picked-filter.tsx'
import { part } from '../../ui/part.tsx'

const TerminalPicker = part(() => import('./terminal-picker.tsx'), 'TerminalPicker')

/** The filter by terminal. */
export const terminalFilter = pickedFilter({ key: 'terminal', sends: 'terminalId', label: 'Terminal' }, TerminalPicker)
