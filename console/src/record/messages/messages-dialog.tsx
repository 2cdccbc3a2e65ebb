import { type MessagedType, recordKinds } from '@kobo/contract/kit/record-kinds'
import type { MessageRecipient } from '@kobo/contract/kit/record-letter'
import { messages } from '@kobo/contract/messages'
import { useState } from 'react'
import { useApiQuery } from '../../api/use-api-query.ts'
import { useMay } from '../../api/use-may.ts'
import { usePollInterval } from '../../api/use-poll-interval.ts'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { WideDialog } from '../../ui/dialog.tsx'
import { Audience } from '../audience.tsx'
import { DialogEntries, EntriesSkeleton, entriesPerPage } from '../dialog-entries.tsx'
import { QueryContent } from '../query-content.tsx'
import { MessageEntry } from './message-entry.tsx'
import { MessageForm } from './message-form.tsx'

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
  const query = useApiQuery(messages.list, { ...record, page, size: entriesPerPage }, { pollMs, keepPrevious: true })
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
      <Audience is="outside" title="Sent outside the team">
        The recipient reads it, under your first name. Write to colleagues in the notes.
      </Audience>
      {(may(messages.send) || isDirty) && (
        <QueryContent from={recipients} skeleton={<EntriesSkeleton />}>
          {(to) => <MessageForm of={written} to={to} type={type} />}
        </QueryContent>
      )}
      <DialogEntries
        label="Messages"
        from={query}
        read={(reply) => ({ entries: reply.messages, total: reply.total })}
        empty="Nobody has sent a message about it yet"
        page={page}
        onPage={setPage}
      >
        {(message) => <MessageEntry key={message.id} message={message} />}
      </DialogEntries>
    </WideDialog>
  )
}
