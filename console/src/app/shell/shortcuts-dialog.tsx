import { Modal } from '@mantine/core'
import { useReturnFocus } from '../../ui/dialog.tsx'
import classes from './shortcuts-dialog.module.css'

const bindings = [
  { keys: ['Ctrl or ⌘', 'K'], does: 'Find anything' },
  { keys: ['/'], does: 'Search the list' },
  { keys: ['J', 'K'], does: 'Move to the list, then down and up its rows' },
  { keys: ['↓', '↑'], does: 'Move to the next or previous row' },
  { keys: ['→', '←'], does: 'Move between the controls of a row, including its menu and copy buttons' },
  { keys: ['C'], does: 'Copy the first number or reference in the row' },
  { keys: ['Enter'], does: 'Open the row' },
  { keys: ['Esc'], does: 'Close the open dialog or panel' },
  { keys: ['?'], does: 'Show keyboard shortcuts' },
]

/** Lists the keyboard shortcuts. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  useReturnFocus()
  return (
    <Modal
      opened
      onClose={onClose}
      title="Keyboard shortcuts"
      size="30rem"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <dl className={classes.keys}>
        {bindings.map(({ keys, does }) => (
          <div key={does} className={classes.row}>
            <dt>{does}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key} className={classes.key}>
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
