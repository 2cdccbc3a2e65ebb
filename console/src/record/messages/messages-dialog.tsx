import { type MessagedType, recordKinds } from '@kobo/contract/kit/record-kinds'
import type { MessageRecipient } from '@kobo/contract/kit/record-letter'
import { messages } from '@kobo/contract/messages'
import { useState } from 'react'
import { useApiQuery } from '../../api/use-api-query.ts'
import { useMay } from '../../api/use-may.ts'
import { usePollInterval } from '../../api/use-poll-interval.ts'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { WideDialog } from '../../ui/dialog.tsx'
import { SkeletonBar } from '../../ui/skeleton-bar.tsx'
import { DialogPages } from '../dialog-pages.tsx'
import { QueryContent } from '../query-content.tsx'
import { MessageEntry } from './message-entry.tsx'
import { MessageForm } from './message-form.tsx'
import classes from './messages-dialog.module.css'

const size = 20
const merchant: MessageRecipient = 'MERCHANT'

interface MessagesDialogProps {
  of: { type: MessagedType; id: string }
  onClose: () => void
}

/** Messages about a record to its merchant and the holder of its wallet, newest first, with a form for the next one. */
export function MessagesDialog({ of: { type, id }, onClose }: MessagesDialogProps) {
  const [page, setPage] = useState(1)
  const may = useMay()
  const pollMs = usePollInterval('slow')
  const record = { recordType: type, recordId: id }
  const query = useApiQuery(messages.list, { ...record, page, size }, { pollMs, keepPrevious: true })
  const recipients = useApiQuery(messages.recipients, may(messages.recipients) ? record : null)
  const written = useContractForm(messages.send, {
    start: { recipient: merchant, subject: '', text: '' },
    request: (values) => ({ ...record, ...values }),
    onDone: () => {
      written.form.reset()
      setPage(1)
    },
  })
  const { isDirty, sending, unsaved } = written
  const name = recordKinds[type].label.toLowerCase()
  return (
    <WideDialog title={`Messages about this ${name}`} onClose={() => sending || unsaved.leave(onClose)}>
      <p className={classes.outside}>
        <strong>Sent outside the team</strong>
        <span>The recipient reads it, under your first name. Write to colleagues in the notes.</span>
      </p>
      {(may(messages.send) || isDirty) && (
        <QueryContent from={recipients} skeleton={<Skeleton />}>
          {(to) => <MessageForm of={written} to={to} type={type} />}
        </QueryContent>
      )}
      <QueryContent from={query} skeleton={<Skeleton />}>
        {({ messages: shown, total }) => (
          <>
            {shown.length === 0 && (
              <p className={classes.empty} role="status">
                Nobody has sent a message about it yet
              </p>
            )}
            <ol className={classes.messages} aria-label="Messages">
              {shown.map((message) => (
                <MessageEntry key={message.id} message={message} />
              ))}
            </ol>
            <DialogPages
              {...{ page, size, total }}
              rows={shown.length}
              isLoading={query.isPlaceholderData}
              onPage={setPage}
            />
          </>
        )}
      </QueryContent>
    </WideDialog>
  )
}

function Skeleton() {
  return (
    <div className={classes.waiting}>
      {['40%', '70%', '55%', '65%'].map((width) => (
        <SkeletonBar key={width} width={width} />
      ))}
    </div>
  )
}
