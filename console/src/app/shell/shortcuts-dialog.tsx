import { Modal } from '@mantine/core'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import classes from './shortcuts-dialog.module.css'

const bindings = [
  { keys: ['Ctrl or ⌘', 'K'], does: 'Find anything' },
  { keys: ['/'], does: 'Search the list' },
  { keys: ['J', 'K'], does: 'Go to the rows of a list, and down and up in them' },
  { keys: ['↓', '↑'], does: 'Walk through the rows from a row' },
  { keys: ['→', '←'], does: 'Walk through what the row offers, its menu and its copy buttons too' },
  { keys: ['C'], does: 'Copy the first number or reference of the row' },
  { keys: ['Enter'], does: 'Open the row' },
  { keys: ['Esc'], does: 'Close what is open' },
  { keys: ['?'], does: 'Show these keys' },
]

/** Lists the keyboard shortcuts. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  useReturnFocus()
  return (
    <Modal opened onClose={onClose} title="Keyboard keys" size="30rem" closeButtonProps={{ 'aria-label': 'Close' }}>
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
