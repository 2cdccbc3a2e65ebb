import { attachmentLimits } from '@kobo/contract/kit/dispute'
import { useForm } from '@mantine/form'
import { useTimeout } from '@mantine/hooks'
import { useState } from 'react'
import { images } from '../../../forms/file-limits.ts'
import { FilesField } from '../../../forms/files-field.tsx'
import { FormPanel } from '../../../forms/form-window.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import { TextareaField } from '../../../forms/textarea-field.tsx'
import { SampleMark, sampleMessages } from './sample-dispute.tsx'
import { toastNotice } from '../../../ui/toast.ts'
import { Messages } from '../page/conversation/messages.tsx'

/** Duration of the simulated sending. */
const sendMs = 2_000

/** Conversation with sample data; its form sends nothing. */
export function SampleConversation({ onClose }: { onClose: () => void }) {
  const [sending, setSending] = useState(false)
  const form = useForm({
    initialValues: { subject: '', message: '', document: Array<File>() },
    validate: {
      subject: (subject) => (subject.trim() ? null : 'Subject is required'),
      message: (message) => (message.trim() ? null : 'Message is required'),
      document: (document) => (document.length > 0 ? null : 'Document is required'),
    },
  })
  const { start } = useTimeout(() => {
    toastNotice('Sample data: nothing was sent')
    onClose()
  }, sendMs)
  const submit = form.onSubmit(() => {
    setSending(true)
    start()
  })
  const locked = { ...form, submitting: sending }
  return (
    <FormPanel
      title="Conversation"
      of={{ isDirty: form.isDirty(), sending, progress: null, problem: null, submit }}
      action={{ text: 'Submit', busyText: 'Processing...' }}
      onClose={onClose}
    >
      <div>
        <SampleMark />
      </div>
      <Messages of={sampleMessages} />
      <TextField form={locked} name="subject" label="Subject" autoComplete="off" />
      <TextareaField form={locked} name="message" label="Message" />
      <FilesField
        form={locked}
        name="document"
        label="Document"
        limits={{ ...attachmentLimits, max: 1 }}
        kinds={images}
      />
    </FormPanel>
  )
}
