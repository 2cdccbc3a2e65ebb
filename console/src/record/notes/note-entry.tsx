import { type Note, notes } from '@kobo/contract/notes'
import { DateTime, listDateTime } from '../../ui/dates.tsx'
import { ActionDialog } from '../action-dialog.tsx'
import { DialogButton } from '../dialog-button.tsx'
import { Subject } from '../subject.tsx'
import { NoteText } from './note-text.tsx'
import classes from './note-entry.module.css'

/** One note, with the button that strikes it through. */
export function NoteEntry({ note }: { note: Note }) {
  const { id, authorName, at, struckAt, struckByName, isStrikable } = note
  const name = `Note by ${authorName}, ${listDateTime(at)}`
  const Text = struckAt ? 'del' : 'p'
  return (
    <li className={classes.note} data-struck={struckAt ? true : undefined}>
      <div className={classes.line}>
        <strong className={classes.author}>{authorName}</strong>
        <DateTime at={at} />
        <DialogButton
          call={notes.strike}
          className={classes.strike}
          variant="subtle"
          size="compact-xs"
          isOffered={isStrikable}
          aria-label={`Strike through: ${name}`}
          renderDialog={(onClose) => (
            <ActionDialog
              call={notes.strike}
              request={() => ({ noteId: id })}
              title="Strike note through"
              subject={<Subject prompt="It stays readable for colleagues, and cannot be restored." name={name} />}
              action={{ text: 'Strike through', busyText: 'Striking through...' }}
              onClose={onClose}
            />
          )}
        >
          Strike through
        </DialogButton>
      </div>
      <Text className={classes.text}>
        <NoteText of={note} />
      </Text>
      {struckAt && (
        <p className={classes.struck}>
          Struck through <DateTime at={struckAt} /> by {struckByName}
        </p>
      )}
    </li>
  )
}
