import { Modal } from '@mantine/core'
import { useReturnFocus } from '../../ui/dialog.tsx'
import { areSingleKeysOn } from '../../ui/use-page-keys.ts'
import { navigation } from '../areas.ts'
import classes from './shortcuts-dialog.module.css'

interface Binding {
  keys: readonly string[]
  does: string
}

const bindings: readonly Binding[] = [
  { keys: ['Ctrl or ⌘', 'K'], does: 'Find anything' },
  { keys: ['/'], does: 'Search the list' },
  { keys: ['J', 'K'], does: 'Move to the list, then down and up its rows' },
  { keys: ['↓', '↑'], does: 'Move to the next or previous row' },
  { keys: ['→', '←'], does: 'Move between the controls of a row, including its menu and copy buttons' },
  { keys: ['C'], does: 'Copy the first number or reference in the row' },
  { keys: ['Enter'], does: 'Open the row' },
  { keys: ['V'], does: 'Open the views of the list' },
  { keys: ['Q'], does: 'Review the open rows of the list one by one' },
  { keys: ['A', 'R'], does: 'Approve, or reject, what is open' },
  { keys: ['N', 'K'], does: 'Open the next or the previous of the queue' },
  { keys: ['Ctrl or ⌘', 'Enter'], does: 'Confirm from a field of several lines' },
  { keys: ['Esc'], does: 'Close the open dialog or panel' },
  { keys: ['N'], does: 'My work: claim the next item and open its record' },
  { keys: ['C', 'U', 'S'], does: 'My work: claim, release or snooze the item of the row' },
  { keys: ['?'], does: 'Show keyboard shortcuts' },
]

const areaBindings: readonly Binding[] = navigation.flatMap(({ key, label }) =>
  key === undefined ? [] : [{ keys: ['G', key.toUpperCase()], does: label }],
)

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
      {!areSingleKeysOn() && (
        <p className={classes.notice}>
          Single-key shortcuts are off in this browser: only Ctrl or ⌘ with K, arrow keys, Enter and Esc work. Turn them
          on in Settings, under Appearance.
        </p>
      )}
      <Bindings of={bindings} />
      <h3 className={classes.heading}>Open a page: G, then a letter</h3>
      <Bindings of={areaBindings} inPairs />
    </Modal>
  )
}

function Bindings({ of, inPairs }: { of: readonly Binding[]; inPairs?: boolean }) {
  return (
    <dl className={classes.keys} data-pairs={inPairs}>
      {of.map(({ keys, does }) => (
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
  )
}
