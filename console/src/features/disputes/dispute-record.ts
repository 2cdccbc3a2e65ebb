import { disputes } from '@kobo/contract/disputes'
import { IconMessageReport } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { defineRecord } from '../../record/define-record.ts'

export const disputeRecord = defineRecord(
  disputes.details,
  (reply) => reply.dispute,
)({
  name: 'dispute',
  icon: IconMessageReport,
  back: { text: 'Back to disputes', to: paths.disputes() },
  request: (disputeId) => ({ disputeId }),
  known: { calls: [disputes.list], rows: (reply) => reply.disputes },
})
