import { contract } from '@kobo/contract'
import type { RecurrentPayoutInfo, ScheduledPayoutInfo } from '@kobo/contract/payouts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aRecurrentPayout, aScheduledPayout } from '../../testing/a-batch.ts'
import { answer, refuse } from '../../testing/answer.ts'
import { apiServer } from '../../testing/api-server.ts'
import { withoutAdditions } from '../../testing/bare-console.ts'
import { renderConsole } from '../../testing/render-console.tsx'

const calls = { ...contract.payouts, ...contract.payoutDecisions }
type RecurringDecision = typeof calls.pauseRecurrent | typeof calls.resumeRecurrent | typeof calls.endRecurrent
const decision = { staffName: 'Ada Obi', decidedAt: '2026-11-21T09:00:00.000Z', reason: 'The merchant asked' }

const panel = async () => within(await screen.findByRole('dialog', { name: 'Transaction Summary' }))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

describe('Scheduled payout', () => {
  function open(fields: Partial<ScheduledPayoutInfo> = {}) {
    const world = { payout: aScheduledPayout(fields), sent: [] as unknown[] }
    const rendered = renderConsole('/payout?status=scheduled&scheduleId=schedule-1', [
      answer(calls.scheduled, () => ({ totalRecords: 1, records: [world.payout] })),
      answer(calls.scheduledInfo, () => ({ info: world.payout })),
      answer(
        calls.cancelScheduled,
        ({ body }) => {
          world.sent.push(body)
          world.payout = { ...world.payout, status: 'CANCELLED', reason: decision.reason, decision }
          return { status: 'CANCELLED' }
        },
        'The scheduled payout was cancelled',
      ),
    ])
    return { world, ...rendered }
  }

  it('is cancelled with a reason, after which its panel and list show it', async () => {
    const { world, user } = open()
    await user.click(await (await panel()).findByRole('button', { name: 'Cancel payout' }))
    const asked = await dialog('Cancel scheduled payout')
    expect(asked.getByText('₦60,000.00')).toBeTruthy()
    expect(asked.getByText('To Okafor Chidi Emeka GTBank 0123456785')).toBeTruthy()
    expect(asked.getByText('Scheduled for 30 November 2026 at 09:00:00')).toBeTruthy()
    await user.click(asked.getByRole('button', { name: 'Cancel payout' }))
    expect(await asked.findByText('Reason is required')).toBeTruthy()
    expect(world.sent).toEqual([])
    await user.type(asked.getByLabelText('Reason'), 'The merchant asked')
    await user.click(asked.getByRole('button', { name: 'Cancel payout' }))
    expect(await screen.findByText('The scheduled payout was cancelled')).toBeTruthy()
    expect(world.sent).toEqual([{ scheduleId: 'schedule-1', reason: 'The merchant asked' }])
    const shown = await panel()
    expect(await shown.findByText('Cancelled by Ada Obi on 21 November 2026 at 10:00:00')).toBeTruthy()
    expect(shown.queryByRole('button', { name: 'Cancel payout' })).toBeNull()
    expect(within(screen.getByRole('table', { hidden: true })).getByText('Cancelled')).toBeTruthy()
  })

  it('keeps the dialog with the reason when it was dispatched in the meantime', async () => {
    const { world, user } = open()
    const message = 'This scheduled payout was already dispatched'
    apiServer.use(refuse(calls.cancelScheduled, 409, { message, code: 'conflict' }))
    await user.click(await (await panel()).findByRole('button', { name: 'Cancel payout' }))
    const asked = await dialog('Cancel scheduled payout')
    await user.type(asked.getByLabelText('Reason'), 'The merchant asked')
    world.payout = { ...world.payout, status: 'DISPATCHED', transactionId: null }
    await user.click(asked.getByRole('button', { name: 'Cancel payout' }))
    expect(await screen.findByText(message)).toBeTruthy()
    expect(await asked.findByText('This payout is now dispatched.')).toBeTruthy()
  })

  it.each(['DISPATCHED', 'CANCELLED', 'FAILED'])('offers nothing when it is %s', async (status) => {
    open({ status })
    await (await panel()).findByText('November rent')
    expect((await panel()).queryByRole('button', { name: 'Cancel payout' })).toBeNull()
  })

  it('offers nothing on a server without our additions', async () => {
    withoutAdditions()
    open()
    await (await panel()).findByText('November rent')
    expect((await panel()).queryByRole('button', { name: 'Cancel payout' })).toBeNull()
  })
})

describe('Recurring payout', () => {
  function open(fields: Partial<RecurrentPayoutInfo> = {}) {
    const world = { payout: { ...aRecurrentPayout(), ...fields, id: 'recurrent-1' }, sent: [] as unknown[] }
    const decide = (call: RecurringDecision, status: string, message: string) =>
      answer(
        call,
        ({ body }) => {
          world.sent.push([call.path, body])
          world.payout = { ...world.payout, status, decision }
          return { status }
        },
        message,
      )
    const rendered = renderConsole('/payout?status=recurring&recurrentId=recurrent-1', [
      answer(calls.recurrent, () => ({ totalRecords: 1, records: [world.payout] })),
      answer(calls.recurrentInfo, () => ({ info: world.payout })),
      decide(calls.pauseRecurrent, 'INACTIVE', 'It was paused'),
      decide(calls.resumeRecurrent, 'ACTIVE', 'It was resumed'),
      decide(calls.endRecurrent, 'CANCELLED', 'It was ended'),
    ])
    return { world, ...rendered }
  }

  const offered = async () => {
    const shown = await panel()
    await shown.findByText('Shop rent')
    return ['Pause', 'Resume', 'End'].filter((name) => shown.queryByRole('button', { name }) !== null)
  }

  it.each([
    ['ACTIVE', ['Pause', 'End']],
    ['INACTIVE', ['Resume', 'End']],
    ['CANCELLED', []],
    ['COMPLETED', []],
    ['FAILED', []],
  ])('offers what fits when it is %s', async (status, names) => {
    open({ status })
    await waitFor(async () => expect(await offered()).toEqual(names))
  })

  it('offers nothing on a server without our additions', async () => {
    withoutAdditions()
    open()
    expect(await offered()).toEqual([])
  })

  it.each([
    ['Pause', 'pause', 'ACTIVE', 'Next run without this: 01 December 2026', 'Paused by'],
    ['End', 'end', 'ACTIVE', 'Next run without this: 01 December 2026', 'Ended by'],
    ['End', 'end', 'INACTIVE', 'Paused: it does not run unless it is resumed.', 'Ended by'],
  ])('does %s (%s) when it is %s with a reason and shows who did', async (name, path, status, next, decided) => {
    const { world, user } = open({ status })
    await user.click(await (await panel()).findByRole('button', { name }))
    const asked = await dialog(`${name} recurring payout`)
    expect(asked.getByText('₦25,000.50')).toBeTruthy()
    expect(asked.getByText('To Folasade Ogunleye Zenith Bank 0099887766')).toBeTruthy()
    expect(asked.getByText(next)).toBeTruthy()
    await user.click(asked.getByRole('button', { name }))
    expect(await asked.findByText('Reason is required')).toBeTruthy()
    await user.type(asked.getByLabelText('Reason'), 'The merchant asked')
    await user.click(asked.getByRole('button', { name }))
    const shown = `${decided} Ada Obi on 21 November 2026 at 10:00:00: The merchant asked`
    expect(await (await panel()).findByText(shown)).toBeTruthy()
    const body = { recurrentId: 'recurrent-1', reason: 'The merchant asked' }
    expect(world.sent).toEqual([[`/admin/payout/recurrent/${path}`, body]])
  })

  it('is resumed without a reason, after its next run is shown', async () => {
    const { world, user } = open({ status: 'INACTIVE' })
    const shown = await panel()
    await user.click(await shown.findByRole('button', { name: 'Resume' }))
    const asked = await dialog('Resume recurring payout')
    expect(asked.getByText('Next run: 01 December 2026')).toBeTruthy()
    expect(asked.queryByLabelText('Reason')).toBeNull()
    await user.click(asked.getByRole('button', { name: 'Resume' }))
    expect(await screen.findByText('It was resumed')).toBeTruthy()
    expect(world.sent).toEqual([['/admin/payout/recurrent/resume', { recurrentId: 'recurrent-1' }]])
    expect(await (await panel()).findByRole('button', { name: 'Pause' })).toBeTruthy()
  })

  it('cannot be resumed when no run is left', async () => {
    open({ status: 'INACTIVE', nextDate: null })
    const button = await (await panel()).findByRole<HTMLButtonElement>('button', { name: 'Resume' })
    expect([button.disabled, button.title]).toEqual([true, 'No run is left. End it instead'])
  })
})
