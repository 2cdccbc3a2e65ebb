import { IconMessages } from '@tabler/icons-react'
import { Naira } from '../../../money/naira.tsx'
import { paths } from '../../../paths.ts'
import { RecordHeader } from '../../../record/record-header.tsx'
import { RecordPage } from '../../../record/record-page.tsx'
import { RecordTitle } from '../../../record/record-title.tsx'
import { SampleMark, sampleDispute } from './sample-dispute.tsx'
import { StatusTag } from '../../../status/status-tag.tsx'
import { disputeStatus } from '../../../status/statuses.ts'
import { Fields } from '../../../ui/fields.tsx'
import { DialogButton } from '../../../record/dialog-button.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { Section } from '../../../ui/section.tsx'

const SampleConversation = lazyComponent(() => import('./sample-conversation.tsx'), 'SampleConversation', {
  over: true,
})

/** Shows a dispute with sample data; sends no requests. */
export function SampleDisputePage() {
  return (
    <RecordPage>
      <RecordHeader
        above={[{ label: 'Disputes', to: paths.disputes() }]}
        here="Sample dispute"
        title={
          <RecordTitle isAmount>
            <Naira amount={sampleDispute.amount} />
          </RecordTitle>
        }
        tags={
          <>
            <StatusTag of={sampleDispute.status} map={disputeStatus} />
            <SampleMark />
          </>
        }
        facts={<span>This page shows sample data, and nothing you do here has any effect</span>}
        actions={
          <DialogButton
            call={{ permission: 'public' }}
            variant="default"
            icon={IconMessages}
            load={SampleConversation.load}
            renderDialog={(onClose) => <SampleConversation onClose={onClose} />}
          >
            Conversation
          </DialogButton>
        }
      />
      <Section title="Information" aside={<SampleMark />}>
        <Fields of={sampleDispute} fields={sampleDispute.fields.map(([label, value]) => [label, () => value])} />
      </Section>
    </RecordPage>
  )
}
