import { contract } from '@kobo/contract'
import type { BulkBatch, PayoutDecision } from '@kobo/contract/payouts'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { paths } from '../../../paths.ts'
import { aBatch, aBatchItem } from '../../../testing/a-batch.ts'
import { answer, refuse } from '../../../testing/answer.ts'
import { apiServer } from '../../../testing/api-server.ts'
import { withoutAdditions } from '../../../testing/bare-console.ts'
import { listShown as shown } from '../../../testing/on-screen.ts'
import { renderConsole } from '../../../testing/render-console.tsx'

const { bulkItems } = contract.payouts
const { stopBulk } = contract.payoutDecisions
const stop = { staffName: 'Ada Obi', decidedAt: '2026-11-21T09:00:00.000Z', reason: 'Wrong file' }

interface World {
  batch: BulkBatch
  unsent: { items: number; amount: number }
  stop: PayoutDecision | null
}

function open(fields: Partial<World> = {}) {
  const world: World = { batch: aBatch(), unsent: { items: 900, amount: 1_350_000 }, stop: null, ...fields }
  const sent: unknown[] = []
  const rendered = renderConsole(paths.bulkPayout('BLK/NOV-46'), [
    answer(bulkItems, () => ({ totalRecords: 1, records: [aBatchItem()], totals: { NEW: 900 }, ...world })),
    answer(
      stopBulk,
      ({ body }) => {
        sent.push(body)
        Object.assign(world, { unsent: { items: 0, amount: 0 }, stop })
        return { stoppedItems: 900 }
      },
      'The batch was stopped: 900 items are not sent',
    ),
  ])
  return { world, sent, ...rendered }
}

const button = () => screen.queryByRole('button', { name: 'Stop batch' })
const openDialog = async () => within(await screen.findByRole('dialog', { name: 'Stop batch' }))

it('stops a batch with a reason and shows who did so, when and why', async () => {
  const { sent, user } = open()
  await user.click(await screen.findByRole('button', { name: 'Stop batch' }))
  const asked = await openDialog()
  expect(asked.getByText('BLK/NOV-46')).toBeTruthy()
  expect(asked.getByText('Not sent yet: 900 items, ₦1,350,000.00')).toBeTruthy()
  await user.click(asked.getByRole('button', { name: 'Stop batch' }))
  expect(await asked.findByText('Reason is required')).toBeTruthy()
  expect(sent).toEqual([])
  await user.type(asked.getByLabelText('Reason'), 'Wrong file')
  await user.click(asked.getByRole('button', { name: 'Stop batch' }))
  expect(await screen.findByText('The batch was stopped: 900 items are not sent')).toBeTruthy()
  expect(sent).toEqual([{ batchId: 'batch-1', reason: 'Wrong file' }])
  expect(await screen.findByText('Stopped by Ada Obi on 21 November 2026 at 10:00:00: Wrong file')).toBeTruthy()
  expect(button()).toBeNull()
})

it('keeps the dialog when another operator stopped the batch in the meantime', async () => {
  const { world, user } = open()
  const message = 'Ada Obi already stopped this payout batch'
  apiServer.use(refuse(stopBulk, 409, { message, code: 'conflict' }))
  await user.click(await screen.findByRole('button', { name: 'Stop batch' }))
  const asked = await openDialog()
  await user.type(asked.getByLabelText('Reason'), 'Wrong file')
  world.stop = stop
  await user.click(asked.getByRole('button', { name: 'Stop batch' }))
  expect(await screen.findByText(message)).toBeTruthy()
  expect(await asked.findByText('Ada Obi stopped this in the meantime.')).toBeTruthy()
})

it.each<[string, Partial<World>]>([
  ['is completed', { batch: aBatch({ status: 'COMPLETED' }) }],
  ['is still being uploaded', { batch: aBatch({ status: 'UPLOADING' }) }],
  ['has sent every item', { unsent: { items: 0, amount: 0 } }],
  ['was stopped', { stop }],
])('offers no stop when the batch %s', async (_state, world) => {
  open(world)
  await shown()
  expect(button()).toBeNull()
})

it('offers no stop on a server without our additions', async () => {
  withoutAdditions()
  open()
  await shown()
  expect(button()).toBeNull()
})
