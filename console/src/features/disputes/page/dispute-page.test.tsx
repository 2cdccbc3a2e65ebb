import { contract } from '@kobo/contract'
import type { DisputeDetails } from '@kobo/contract/disputes'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { paths } from '../../../paths.ts'
import { disputeServer } from '../../../testing/a-dispute.ts'
import { refuse } from '../../../testing/answer.ts'
import { renderConsole } from '../../../testing/render-console.tsx'

const { details, conversation, changeStatus, changeConversation, sendMessage } = contract.disputes

async function open(particulars: Partial<DisputeDetails> = {}, ...first: HttpHandler[]) {
  const { world, handlers } = disputeServer(particulars)
  const opened = renderConsole(paths.dispute('dispute-1'), [...first, ...handlers])
  await screen.findByRole('heading', { level: 1, name: /₦8,000\.00, dispute of COL-/ })
  return { world, ...opened }
}

const section = (name: string) => within(screen.getByRole('region', { name }))
const field = (region: string, label: string) =>
  section(region).getByText(label, { selector: 'dt' }).nextElementSibling?.textContent
const link = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href')
const steps = () =>
  ['Start review', 'Request feedback', 'Feedback provided', 'Resolve', 'Reject', 'Close dispute'].filter((name) =>
    screen.queryByRole('button', { name }),
  )

describe('Dispute information', () => {
  it('DISPUTE-05 DISPUTE-06 shows every field with links to merchant and transaction', async () => {
    const { world } = await open()
    await waitFor(() => expect(field('Information', 'Raised by')).toBe('Ada Obi'))
    const expected = {
      Merchant: 'Danfo Express Logistics',
      Customer: 'Hadiza Bello',
      Amount: '₦8,000.00',
      'Date created': '20-11-2026 14:32',
      'Due date': '23-11-2126 14:32',
      Status: 'In Progress',
      Category: 'Chargeback',
      'Transaction type': 'Credit',
      'Transaction category': 'Bank funding',
      'Transaction reference': world.dispute.transactionReference,
      'Transaction amount': '₦60,000.00',
      Conversation: 'ENABLED',
      Description: 'The crates never arrived',
    }
    for (const [label, value] of Object.entries(expected)) expect(field('Information', label), label).toBe(value)
    expect(field('Information', 'Dispute ID')).toContain('dispute-1')
    expect(link('COL-000013261120143205118830274615')).toBe('/payout/txn_1/transaction-payout')
    expect(section('Information').getByRole('link', { name: 'Danfo Express Logistics' }).getAttribute('href')).toBe(
      '/merchants/merchant-1',
    )
  })

  it('DISPUTE-06 shows attachments as thumbnails that open in the viewer', async () => {
    const { user } = await open()
    const receipt = await section('Information').findByRole('button', { name: 'View receipt.png' })
    await waitFor(() => expect(receipt.querySelector('img')).toBeTruthy())
    expect(section('Information').getByRole('button', { name: 'View chat.png' })).toBeTruthy()
    await user.click(receipt)
    expect(await screen.findByRole('dialog', { name: 'receipt.png' })).toBeTruthy()
  })

  it('distinguishes a missing dispute from one that could not be fetched', async () => {
    const { unmount } = renderConsole(paths.dispute('x'), [refuse(details, 404, { message: 'No', code: 'not_found' })])
    expect(await screen.findByText('This dispute does not exist in Live mode')).toBeTruthy()
    unmount()
    renderConsole(paths.dispute('x'), [refuse(details, 500, { message: 'Broken' })])
    expect(await screen.findByRole('button', { name: 'Refetch Details' })).toBeTruthy()
  })
})

describe('Held funds and refund', () => {
  it.each<[string, Partial<DisputeDetails>]>([
    ['No funds are held until review starts.', { status: 'NEW', held: null, shortfall: null }],
    ['All of ₦8,000.00 is held on the credited account.', {}],
    ['₦3,000.00 still to be held as funds arrive.', { held: 5_000, shortfall: 3_000 }],
    ['No funds are held any more.', { status: 'REJECTED', held: null, shortfall: null }],
    ['Debit disputes do not hold or move money.', { transactionType: 'DEBIT', held: null }],
  ])('shows "%s"', async (sentence, particulars) => {
    await open(particulars)
    expect(await section('Money').findByText(sentence)).toBeTruthy()
  })

  it.each([
    ['processing', '₦8,000.00 is being refunded to the payer.', 'Processing'],
    ['processed', '₦8,000.00 was refunded to the payer.', 'Processed'],
    ['failed', 'The refund of ₦8,000.00 failed, and the funds are held again.', 'Failed'],
  ])('describes a refund that is %s and links to it', async (status, sentence, label) => {
    const alert = status === 'failed' ? 'The refund failed: the bank refused it' : null
    await open({
      status: 'RESOLVED',
      refund: { id: 'refund-1', transactionId: 'txn_2', amount: 8_000, status },
      alert,
      nextStatuses: status === 'failed' ? ['RESOLVED', 'CLOSED'] : [],
    })
    expect(await section('Money').findByText(sentence)).toBeTruthy()
    expect(field('Money', 'Refund')).toContain(label)
    expect(link('₦8,000.00')).toBe('/refunds?refundId=refund-1')
    expect(link('Open transaction')).toBe('/payout/txn_2/transaction-payout')
    expect(steps()).toEqual(status === 'failed' ? ['Resolve', 'Close dispute'] : [])
    if (alert) expect((await screen.findByRole('alert')).textContent).toBe(alert)
  })
})

it('DISPUTE-05 says that nothing is held for a closed dispute whose refund failed', async () => {
  const refund = { id: 'refund-1', transactionId: 'txn_2', amount: 8_000, status: 'failed' }
  await open({ status: 'CLOSED', held: null, shortfall: null, refund, nextStatuses: [] })
  const sentence = 'The refund of ₦8,000.00 failed. No funds are held any more.'
  expect(await section('Money').findByText(sentence)).toBeTruthy()
})

describe('Due date', () => {
  it('counts down to the due date every second', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-23T13:31:50.000Z'), shouldAdvanceTime: true })
    await open({ dueDate: '2026-11-24T15:32:00.000Z' })
    const clock = await screen.findByRole('timer')
    expect(clock.textContent).toMatch(/^Due in 1 d 02:00:0\d$/)
    const before = clock.textContent
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(clock.textContent).not.toBe(before)
  })

  it('shows an open dispute as overdue after the due date but not a closed one', async () => {
    const past = { dueDate: '2026-11-19T13:32:00.000Z' }
    const { unmount } = await open({ ...past, isOverdue: true })
    expect((await screen.findByRole('timer')).textContent).toMatch(/^Overdue by \d/)
    expect(screen.getAllByText('Overdue')).toHaveLength(2)
    unmount()
    await open({ ...past, status: 'CLOSED' })
    expect(screen.queryByRole('timer')).toBeNull()
    expect(screen.queryByText('Overdue')).toBeNull()
  })
})

describe('Conversation', () => {
  it('DISPUTE-04 DISPUTE-10 DISPUTE-14 shows staff messages right and merchant messages left, grouped by day', async () => {
    await open()
    const messages = within(await screen.findByRole('region', { name: 'Messages' })).getAllByRole('article')
    expect(messages.map(({ dataset, textContent }) => [dataset['side'], textContent])).toEqual([
      ['end', 'Ada ObiNov 20, 2026A payment is disputedKindly send the proof of delivery'],
      ['start', 'Danfo Express LogisticsNov 21, 2026ProofThe driver has a signature'],
    ])
    const [, reply] = messages
    expect(reply && within(reply).getByRole('button', { name: 'View signature.png' })).toBeTruthy()
  })

  it('DISPUTE-13 requests the entire conversation', async () => {
    const { world } = await open()
    await screen.findByRole('region', { name: 'Messages' })
    const request = world.asked.find(({ path }) => path === conversation.path)
    expect(request?.query).toBe('page=1&size=1000000000000&disputeId=dispute-1')
  })

  it('DISPUTE-12 ERR-11 shows the empty state without messages', async () => {
    const { world, handlers } = disputeServer()
    world.messages = []
    renderConsole(paths.dispute('dispute-1'), handlers)
    expect(await screen.findByText('No conversation available')).toBeTruthy()
  })

  it('shows an error only for the conversation when it could not be fetched', async () => {
    await open({}, refuse(conversation, 500, { message: 'Broken' }))
    expect(await section('Conversation').findByRole('button', { name: 'Refetch Details' })).toBeTruthy()
    expect(field('Information', 'Customer')).toBe('Hadiza Bello')
  })

  it('DISPUTE-11 STATE-13 toggles the conversation by sending the opposite state', async () => {
    const { user, world } = await open()
    const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: 'Conversation ENABLED' })
    expect(toggle.checked).toBe(true)
    const readings = () => world.asked.filter(({ path }) => path === details.path).length
    const before = readings()
    await user.click(toggle)
    expect(await screen.findByRole('switch', { name: 'Conversation DISABLED' })).toBe(toggle)
    expect(await screen.findByText('The conversation was changed')).toBeTruthy()
    // The dispute is read again, and the toggle shows its state.
    await waitFor(() => expect(readings()).toBeGreaterThan(before))
    expect(await screen.findByText(/neither side can send a message/)).toBeTruthy()
    expect(screen.queryByRole('form', { name: 'New message' })).toBeNull()
    await user.click(toggle)
    expect(await screen.findByRole('form', { name: 'New message' })).toBeTruthy()
    expect(world.sent).toEqual([
      { disputeId: 'dispute-1', status: 'DISABLED' },
      { disputeId: 'dispute-1', status: 'ENABLED' },
    ])
  })

  it('DISPUTE-11 reverts the toggle when the server rejects the change', async () => {
    const { user } = await open({}, refuse(changeConversation, 500, { message: 'The database is away' }))
    await user.click(await screen.findByRole('switch', { name: 'Conversation ENABLED' }))
    expect(await screen.findByText('The database is away')).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Conversation ENABLED' }).checked).toBe(true)
  })
})

describe('New message', () => {
  const form = async () => within(await screen.findByRole('form', { name: 'New message' }))

  it('VALID-17 requires a subject and a message', async () => {
    const { user, world } = await open()
    const inside = await form()
    await user.click(inside.getByRole('button', { name: 'Send' }))
    expect(inside.getByText('Subject is required')).toBeTruthy()
    expect(inside.getByText('Message is required')).toBeTruthy()
    expect(world.sent).toEqual([])
  })

  it('DISPUTE-18 VALID-17 sends a message with pictures, shows it in the conversation and resets the form', async () => {
    const { user, world } = await open()
    const inside = await form()
    await user.type(inside.getByLabelText('Subject'), 'One more thing')
    await user.type(inside.getByLabelText('Message'), 'Kindly hurry')
    const pictures = ['a.png', 'b.png'].map((name) => new File(['picture'], name, { type: 'image/png' }))
    await user.upload(inside.getByLabelText('Attachments', { selector: 'input' }), pictures)
    await user.click(await inside.findByRole('button', { name: 'Remove b.png' }))
    await user.upload(inside.getByLabelText('Attachments', { selector: 'input' }), pictures.slice(1))
    await user.click(inside.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText('The message was sent')).toBeTruthy()
    const [entries] = world.sent as [string, unknown][][]
    expect(entries?.map(([name, value]) => [name, value instanceof File ? value.name : value])).toEqual([
      ['disputeId', 'dispute-1'],
      ['subject', 'One more thing'],
      ['message', 'Kindly hurry'],
      ['attachments', 'a.png'],
      ['attachments', 'b.png'],
    ])
    expect(await screen.findByText('Sent just now')).toBeTruthy()
    expect(inside.getByLabelText<HTMLInputElement>('Subject').value).toBe('')
    expect(inside.queryByRole('button', { name: /^Remove / })).toBeNull()
  })

  it('shows the reason of a rejected message and keeps the input', async () => {
    const message = 'The conversation is disabled'
    const { user } = await open({}, refuse(sendMessage, 409, { message, code: 'conflict' }))
    const inside = await form()
    await user.type(inside.getByLabelText('Subject'), 'One more thing')
    await user.type(inside.getByLabelText('Message'), 'Kindly hurry')
    await user.click(inside.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText(message)).toBeTruthy()
    expect(inside.getByLabelText<HTMLInputElement>('Message').value).toBe('Kindly hurry')
  })
})

it('DISPUTE-04 DISPUTE-09 lists activities with status, time, reason and operator', async () => {
  await open()
  const items = within(await section('Activity log').findByRole('list')).getAllByRole('listitem')
  expect(items.map((item) => item.textContent)).toEqual([
    'In Progress20-11-2026 14:50 by Ada ObiThe bank asks for it',
    'New20-11-2026 14:32 ',
  ])
})

describe('Status change', () => {
  it.each([
    ['NEW', ['Start review', 'Reject', 'Close dispute']],
    ['IN_PROGRESS', ['Request feedback', 'Resolve', 'Reject', 'Close dispute']],
    ['AWAITING_FEEDBACK', ['Feedback provided', 'Resolve', 'Reject', 'Close dispute']],
    ['FEEDBACK_PROVIDED', ['Request feedback', 'Resolve', 'Reject', 'Close dispute']],
    ['RESOLVED', []],
    ['REJECTED', []],
    ['CLOSED', []],
  ])('DISPUTE-04 offers for a dispute that is %s the steps %s', async (status, offered) => {
    await open({ status })
    expect(steps()).toEqual(offered)
  })

  it('changes the status with a required reason in a dialog naming customer, merchant and mode', async () => {
    const { user, world } = await open()
    await user.click(screen.getByRole('button', { name: 'Reject' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject dispute' }))
    for (const text of ['Hadiza Bello', 'Danfo Express Logistics', 'Live mode'])
      expect(dialog.getByText(text)).toBeTruthy()
    expect(dialog.getByText(/releases the held funds/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    expect(dialog.getByText('Reason is required')).toBeTruthy()
    expect(world.sent).toEqual([])
    await user.type(dialog.getByLabelText('Reason'), 'Signed for')
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    expect(await screen.findByText('The status was changed')).toBeTruthy()
    expect(world.sent).toEqual([{ disputeId: 'dispute-1', status: 'REJECTED', reason: 'Signed for' }])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it.each([
    ['IN_PROGRESS', 'Request feedback', 'AWAITING_FEEDBACK'],
    ['AWAITING_FEEDBACK', 'Feedback provided', 'FEEDBACK_PROVIDED'],
  ])('moves the focus to the next step after a change from %s by %s', async (from, step, status) => {
    const { user, world } = await open({ status: from })
    await user.click(screen.getByRole('button', { name: step }))
    const dialog = within(await screen.findByRole('dialog'))
    world.dispute = { ...world.dispute, status }
    await user.click(dialog.getByRole('button', { name: step }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(screen.queryByRole('button', { name: step })).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Resolve' })))
  })

  it('moves the focus to the page after the final status change', async () => {
    const { user, world } = await open()
    await user.click(screen.getByRole('button', { name: 'Reject' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText('Reason'), 'Signed for')
    world.dispute = { ...world.dispute, status: 'REJECTED' }
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(steps()).toEqual([]))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  })

  it('requires no reason for a status that is not final', async () => {
    const { user, world } = await open({ status: 'NEW', held: null, shortfall: null })
    await user.click(screen.getByRole('button', { name: 'Start review' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Start review' }))
    expect(dialog.getByLabelText('Reason (optional)')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Start review' }))
    await waitFor(() => expect(world.sent).toEqual([{ disputeId: 'dispute-1', status: 'IN_PROGRESS' }]))
  })

  it('requires confirming the lower amount when held funds are short', async () => {
    const { user, world } = await open({ held: 5_000, shortfall: 3_000 })
    await user.click(screen.getByRole('button', { name: 'Resolve' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Resolve dispute' }))
    await user.type(dialog.getByLabelText('Reason'), 'The merchant is silent')
    await user.click(dialog.getByRole('button', { name: 'Resolve' }))
    expect(dialog.getByText('₦3,000.00 of the disputed amount is not held')).toBeTruthy()
    expect(world.sent).toEqual([])
    await user.click(dialog.getByRole('switch', { name: /^Resolve for ₦5,000\.00, the full amount held/ }))
    await user.click(dialog.getByRole('button', { name: 'Resolve' }))
    await waitFor(() =>
      expect(world.sent).toEqual([
        { disputeId: 'dispute-1', status: 'RESOLVED', reason: 'The merchant is silent', amount: 5_000 },
      ]),
    )
  })

  it('disables resolving while no funds are held', async () => {
    const { user } = await open({ held: 0, shortfall: 8_000 })
    await user.click(screen.getByRole('button', { name: 'Resolve' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Resolve dispute' }))
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Resolve' }).disabled).toBe(true)
  })

  it('shows the server message when a change is rejected and keeps the typed reason', async () => {
    const { user } = await open({}, refuse(changeStatus, 409, { message: 'It was closed by Bola Ade meanwhile' }))
    await user.click(screen.getByRole('button', { name: 'Close dispute' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Close dispute' }))
    await user.type(dialog.getByLabelText('Reason'), 'Withdrawn')
    await user.click(dialog.getByRole('button', { name: 'Close dispute' }))
    expect(await screen.findByText('It was closed by Bola Ade meanwhile')).toBeTruthy()
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Withdrawn')
  })
})

it('DISPUTE-04 shows new merchant messages by polling', async () => {
  const { world } = await open({ status: 'AWAITING_FEEDBACK' })
  await screen.findByText('The driver has a signature')
  const sentMessage = {
    id: 'message-3',
    createdAt: '2026-11-22T09:00:00.000Z',
    subject: 'Answer',
    message: 'Here it is',
  }
  world.messages = [{ ...sentMessage, user: { role: 'MERCHANT', name: 'Danfo Express Logistics' } }, ...world.messages]
  world.dispute = { ...world.dispute, status: 'FEEDBACK_PROVIDED' }
  expect(await screen.findByText('Here it is')).toBeTruthy()
  await waitFor(() => expect(field('Information', 'Status')).toBe('Feedback Provided'))
  expect(world.asked.some(({ background }) => background)).toBe(true)
})
