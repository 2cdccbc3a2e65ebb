import { Fragment } from 'react'
import { isMessagedType, isNotedType, isWatchedType, type RecordReference } from '@kobo/contract/kit/record-kinds'
import { HistoryButton } from './history/history-button.tsx'
import { MessagesButton } from './messages/messages-button.tsx'
import { NotesButton } from './notes/notes-button.tsx'
import { WatchButton } from './watch/watch-button.tsx'
import classes from './record-buttons.module.css'

interface RecordButtonsProps {
  of: Pick<RecordReference, 'type' | 'id'>
  size?: 'xs' | 'sm'
}

/** Open what colleagues noted on a record, what they wrote about it, and what happened to it; the last one watches it. */
export function RecordButtons({ of: { type, id }, size = 'xs' }: RecordButtonsProps) {
  return (
    <Fragment key={id}>
      {isNotedType(type) && <NotesButton of={{ type, id }} size={size} />}
      {isMessagedType(type) && <MessagesButton of={{ type, id }} size={size} />}
      {/* The eye is too small for a line of its own. */}
      <span className={classes.pair}>
        <HistoryButton of={{ type, id }} size={size} />
        {isWatchedType(type) && <WatchButton of={{ type, id }} size={size} />}
      </span>
    </Fragment>
  )
}
