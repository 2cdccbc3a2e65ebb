import type { DisputeDetails } from '@kobo/contract/disputes'
import { Thumbnails } from '../../../documents/thumbnails.tsx'
import { Naira } from '../../../money/naira.tsx'
import { paths } from '../../../paths.ts'
import { MerchantLink } from '../../../people/merchant-link.tsx'
import { useRecord } from '../../../record/define-record.ts'
import { StatusTag } from '../../../status/status-tag.tsx'
import { disputeStatus } from '../../../status/statuses.ts'
import { AccentLink } from '../../../ui/accent-link.tsx'
import { Code } from '../../../ui/code.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { DateTime } from '../../../ui/dates.tsx'
import { orEmpty, sentenceCase } from '../../../ui/format-text.ts'
import { type FieldOf, Fields } from '../../../ui/fields.tsx'
import { Section, SectionBody } from '../../../ui/section.tsx'
import { disputeRecord } from '../dispute-record.ts'
import { DueDate } from '../due-date.tsx'

/** Dispute details with the transaction and the attached images. */
export function DisputeInformation() {
  const { record } = useRecord(disputeRecord)
  return (
    <Section title="Information">
      <Fields of={record} fields={fields} />
      {record?.attachments && record.attachments.length > 0 && (
        <SectionBody>
          <Thumbnails addresses={record.attachments} />
        </SectionBody>
      )}
    </Section>
  )
}

const fields: FieldOf<DisputeDetails>[] = [
  ['Merchant', ({ merchant }) => <MerchantLink merchant={merchant} />],
  ['Customer', ({ customer }) => orEmpty(customer)],
  ['Amount', ({ amount }) => <Naira amount={amount} />],
  ['Date created', ({ createdAt }) => <DateTime at={createdAt} />],
  ['Due date', (dispute) => <DueDate of={dispute} />],
  ['Status', ({ status }) => <StatusTag of={status} map={disputeStatus} />],
  ['Category', ({ category }) => sentenceCase(category)],
  ['Transaction type', ({ transactionType }) => sentenceCase(transactionType)],
  ['Transaction category', ({ transactionCategory }) => sentenceCase(transactionCategory)],
  ['Transaction reference', (dispute) => <Disputed of={dispute} />],
  ['Transaction amount', ({ transactionAmount }) => <Naira amount={transactionAmount} />],
  ['Conversation', ({ enableConversation }) => orEmpty(enableConversation)],
  ['Raised by', ({ createdBy }) => orEmpty(createdBy)],
  [
    'Dispute ID',
    ({ id }) => (
      <>
        <Code value={id} /> <CopyButton value={id} label="Copy dispute ID" toast="Dispute ID copied successfully" />
      </>
    ),
  ],
  ['Description', ({ description }) => orEmpty(description)],
]

/** Reference of the disputed transaction, linked if its id is known. */
function Disputed({ of: { transactionId, transactionReference } }: { of: DisputeDetails }) {
  if (!transactionId) return <Code value={transactionReference} />
  return (
    <AccentLink to={paths.transaction(transactionId)}>
      <Code value={transactionReference ?? transactionId} />
    </AccentLink>
  )
}
