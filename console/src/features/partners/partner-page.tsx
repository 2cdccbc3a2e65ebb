import { partners } from '@kobo/contract/partners'
import { List } from '../../list/list.tsx'
import { paths } from '../../paths.ts'
import { defineRecord, useRecord } from '../../record/define-record.ts'
import { FilledPage } from '../../record/record-page.tsx'
import { Record } from '../../record/record.tsx'
import { RecordHeader } from '../../record/record-header.tsx'
import { RecordTitle } from '../../record/record-title.tsx'
import { StatusTag } from '../../status/status-tag.tsx'
import { activeStatus } from '../../status/statuses.ts'
import { Copyable } from '../../ui/code.tsx'
import { partnerMerchantList } from './partner-merchant-list.tsx'

const partner = defineRecord(partners.info, (reply) => reply.partner, {
  back: { text: 'Back to partners', to: paths.partners() },
  known: { calls: [partners.list], rows: (reply) => reply.partners },
})

/** Page of a partner and its merchants. */
export function PartnerPage({ partnerId }: { partnerId: string }) {
  return (
    <Record of={partner} from={partner.useFound(partnerId)}>
      <FilledPage>
        <Header partnerId={partnerId} />
        <List of={partnerMerchantList} with={{ partnerId }} />
      </FilledPage>
    </Record>
  )
}

function Header({ partnerId }: { partnerId: string }) {
  const { record, known } = useRecord(partner)
  const shown = record ?? known
  return (
    <RecordHeader
      above={[{ label: 'Partners', to: paths.partners() }]}
      here={shown?.name ?? (shown && partnerId)}
      title={<RecordTitle>{shown?.name}</RecordTitle>}
      tags={shown && <StatusTag of={shown.status} map={activeStatus} />}
      facts={
        shown && (
          <>
            <Copyable value={shown.email} label="Copy email address" toast="Email address copied successfully" />
            <Copyable value={shown.phoneNumber} label="Copy phone number" toast="Phone number copied successfully" />
          </>
        )
      }
    />
  )
}
