import { isMessagedType, isNotedType, type RecordReference } from '@kobo/contract/kit/record-kinds'
import { HistoryButton } from './history/history-button.tsx'
import { MessagesButton } from './messages/messages-button.tsx'
import { NotesButton } from './notes/notes-button.tsx'

interface RecordButtonsProps {
  of: Pick<RecordReference, 'type' | 'id'>
  size?: 'xs' | 'sm'
}

/** Open what colleagues noted on a record, what they wrote about it, and what happened to it. */
export function RecordButtons({ of: { type, id }, size = 'xs' }: RecordButtonsProps) {
  return (
    <>
      {isNotedType(type) && <NotesButton key={id} of={{ type, id }} size={size} />}
      {isMessagedType(type) && <MessagesButton key={`messages ${id}`} of={{ type, id }} size={size} />}
      <HistoryButton of={{ type, id }} size={size} />
    </>
  )
}
