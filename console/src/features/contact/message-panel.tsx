import { type ContactMessage, contact } from '@kobo/contract/contact'
import { useMay } from '../../api/use-may.ts'
import { useFormWindow } from '../../forms/form-window.tsx'
import { TextareaField } from '../../forms/textarea-field.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import type { PanelProps } from '../../list/define-list.ts'
import { Email, Phone } from '../../people/contact-details.tsx'
import { MerchantLink } from '../../people/merchant-link.tsx'
import { defineRecord } from '../../record/define-record.ts'
import { decidedMeanwhile } from '../../record/decision.tsx'
import { RecordButtons } from '../../record/record-buttons.tsx'
import { Record } from '../../record/record.tsx'
import { WorkBar } from '../../record/work/work-bar.tsx'
import { StatusTag } from '../../status/status-tag.tsx'
import { contactMessage } from '../../status/service-statuses.ts'
import { PanelMoment } from '../../ui/dates.tsx'
import { orEmpty } from '../../ui/format-text.ts'
import { type FieldOf, Fields } from '../../ui/fields.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import classes from './message-panel.module.css'

const message = defineRecord(contact.info, (reply) => reply.message, {})

/** Message with the form for its answer, or with the answer sent. */
export function MessagePanel({ id, onClose }: Pick<PanelProps<unknown>, 'id' | 'onClose'>) {
  const found = message.useFound(id)
  const { record: shown } = found
  const contractForm = useContractForm(contact.answer, {
    start: { answer: '' },
    request: ({ answer }) => ({ messageId: id, answer }),
    onDone: onClose,
  })
  const may = useMay()
  // Keeps the draft although another operator has answered.
  const isNew = shown?.status === 'NEW'
  const isOpen = (isNew && may(contact.answer)) || contractForm.isDirty
  const { children: form, ...formFrame } = useFormWindow({
    title: 'Message',
    of: contractForm,
    action: { text: 'Send answer', busyText: 'Sending...' },
    blocker: shown && isOpen && !isNew ? decidedMeanwhile(shown.status, shown.answeredBy) : null,
    onClose,
    children: (
      <TextareaField
        form={contractForm.form}
        name="answer"
        label="Answer"
        description={`It will be emailed to ${shown?.email ?? 'the sender'}, with the original message below it`}
        minRows={5}
      />
    ),
  })
  // Renders the same panel before and after the message has loaded.
  return (
    <SidePanel
      {...(isOpen ? formFrame : { title: 'Message', onClose })}
      tools={<RecordButtons of={{ type: 'contact_message', id }} />}
      bar={<WorkBar of={{ type: 'contact_message', id }} place="panel" />}
    >
      <Record of={message} from={found} onClose={onClose}>
        <Fields of={shown} fields={shown?.status === 'ANSWERED' ? [...fields, ...answerFields] : fields} />
        {isOpen && <div className={classes.form}>{form}</div>}
      </Record>
    </SidePanel>
  )
}

const fields: FieldOf<ContactMessage>[] = [
  ['Status', ({ status }) => <StatusTag of={status} map={contactMessage} />],
  ['Date created', ({ createdAt }) => <PanelMoment at={createdAt} />],
  ['Name', ({ name }) => orEmpty(name)],
  ['Email address', ({ email }) => <Email value={email} />],
  ['Phone number', ({ phoneNumber }) => <Phone value={phoneNumber} />],
  ['Merchant', ({ merchant }) => <MerchantLink merchant={merchant} />],
  ['Subject', ({ subject }) => orEmpty(subject)],
  ['Message', ({ message: text }) => <span className={classes.said}>{orEmpty(text)}</span>, 'row'],
]

const answerFields: FieldOf<ContactMessage>[] = [
  ['Answer', ({ answer }) => <span className={classes.said}>{orEmpty(answer)}</span>, 'row'],
  ['Answered by', ({ answeredBy }) => orEmpty(answeredBy)],
  ['Date answered', ({ answeredAt }) => <PanelMoment at={answeredAt} />],
]
