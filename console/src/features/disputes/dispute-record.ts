import { disputes } from '@kobo/contract/disputes'
import { IconMessageReport } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { isRefunding } from '../../transaction/on-its-way.ts'
import { isOpen } from './dispute-rules.ts'
import { defineRecord } from '../../record/define-record.ts'

export const disputeRecord = defineRecord(
  disputes.details,
  (reply) => reply.dispute,
)({
  name: 'dispute',
  icon: IconMessageReport,
  back: { text: 'Back to disputes', to: paths.disputes() },
  request: (disputeId) => ({ disputeId }),
  // The merchant may reply, funds may arrive, or its refund is being processed.
  changes: (dispute) => isOpen(dispute) || isRefunding(dispute.refund?.status ?? ''),
  known: { calls: [disputes.list], rows: (reply) => reply.disputes },
})
