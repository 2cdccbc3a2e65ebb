import { z } from 'zod'
import { call } from './kit/call.ts'
import { id } from './kit/id.ts'
import { paragraph } from './kit/text.ts'

const write = { method: 'POST', permission: 'payouts.write', effect: 'write', addition: true } as const
const reason = paragraph(500, 'Reason is required')
const changed = z.object({ status: z.string() })

/** What operators decide about payouts that are not sent yet; apart from the lists, which load without it. */
export const payoutDecisions = {
  stopBulk: call({
    ...write,
    path: '/admin/payout/bulk/stop',
    summary:
      'Stop a batch, with a reason for the merchant; items not yet submitted fail, submitted ones run to completion',
    body: z.strictObject({ batchId: id('payout batch'), reason }),
    reply: z.object({ stoppedItems: z.number().int() }),
  }),
  cancelScheduled: call({
    ...write,
    path: '/admin/payout/schedule/cancel',
    summary: 'Cancel a scheduled payout that is not dispatched yet, with a reason for the merchant',
    body: z.strictObject({ scheduleId: id('scheduled payout'), reason }),
    reply: changed,
  }),
  pauseRecurrent: call({
    ...write,
    path: '/admin/payout/recurrent/pause',
    summary: 'Pause an active recurring payout, with a reason for the merchant',
    body: z.strictObject({ recurrentId: id('recurring payout'), reason }),
    reply: changed,
  }),
  resumeRecurrent: call({
    ...write,
    path: '/admin/payout/recurrent/resume',
    summary: 'Resume a paused recurring payout with its next run after today; missed runs are not made up',
    body: z.strictObject({ recurrentId: id('recurring payout') }),
    reply: changed,
  }),
  endRecurrent: call({
    ...write,
    path: '/admin/payout/recurrent/end',
    summary: 'End an active or paused recurring payout permanently, with a reason for the merchant',
    body: z.strictObject({ recurrentId: id('recurring payout'), reason }),
    reply: changed,
  }),
}
