import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { anotherServer, settled } from '../testing/bare-console.ts'
import type { FieldValues } from '../testing/bare-reply.ts'
import { renderConsole } from '../testing/render-console.tsx'

/** The button that opens a dialog, the address of its page, and the record values that it requires. */
const dialogs: [button: string, address: string, values: FieldValues][] = [
  ['Filter by', '/merchants?status=merchants', {}],
  ['Approve', '/merchants/some id', { verified: 'SUBMITTED' }],
  ['Decline', '/merchants/some id', { verified: 'SUBMITTED' }],
  ['Approve', '/merchants?status=upgrade&upgrade=some id', { status: 'PENDING' }],
  ['Decline', '/merchants?status=upgrade&upgrade=some id', { status: 'PENDING' }],
  ['Generate Statement', '/merchants/some id?tab=transactions', {}],
  ['Enable', '/wallets/some id', { status: 'INACTIVE' }],
  ['Disable', '/wallets/some id', { status: 'ACTIVE' }],
  ['Approve', '/wallets?status=requests&review=some id', { status: 'PENDING' }],
  ['Reject', '/wallets?status=requests&review=some id', { status: 'PENDING' }],
  ['Block card', '/cards/some id', { status: 'ACTIVE' }],
  ['Unblock card', '/cards/some id', { status: 'BLOCKED' }],
  ['Delete card', '/cards/some id', { status: 'BLOCKED' }],
  ['Approve', '/cards?status=batches&batchId=some id', { status: 'PENDING' }],
  ['Decline', '/cards?status=batches&batchId=some id', { status: 'PENDING' }],
  ['Set up cards', '/cards', {}],
  ['Initiate Dispute', '/disputes', {}],
  ['Invite Teams', '/teams', {}],
]

it.each(dialogs)('opens %s of %s on a record that has only %j', async (button, address, values) => {
  const consoleError = vi.spyOn(console, 'error')
  onTestFinished(() => consoleError.mockRestore())
  const { user } = renderConsole(address, anotherServer(values))
  const opener = await screen.findByRole('button', { name: button })
  await settled()
  const before = screen.queryAllByRole('dialog', { hidden: true }).length
  await user.click(opener)
  await waitFor(() => expect(screen.getAllByRole('dialog', { hidden: true }).length).toBeGreaterThan(before))
  await settled()
  const opened = screen.getAllByRole('dialog', { hidden: true }).at(-1)
  expect(opened?.textContent).not.toBe('')
  expect(consoleError.mock.calls.map(String)).toEqual([])
})

it.each(['YES', 'yes', 'true'])(
  'MDETAIL-18 shows an owner as watch-listed when the register returns %s',
  async (watchListed) => {
    renderConsole('/merchants/some id', anotherServer({ verified: 'SUBMITTED', bvnInfo: { watchListed } }))
    await screen.findAllByText('Watch-listed')
    await settled()
    const [label] = screen.getAllByText('Watch-listed')
    expect(label?.parentElement?.textContent).toBe('Watch-listedYes')
    expect(screen.getByText(/The owner's BVN is on the watch list/)).toBeTruthy()
  },
)

it('MDETAIL-18 shows an owner as not watch-listed when the register returns NO', async () => {
  const { user } = renderConsole(
    '/merchants/some id',
    anotherServer({ verified: 'SUBMITTED', bvnInfo: { watchListed: 'NO' } }),
  )
  await screen.findAllByText('Watch-listed')
  await settled()
  const [label] = screen.getAllByText('Watch-listed')
  expect(label?.parentElement?.textContent).toBe('Watch-listedNo')
  expect(screen.queryByText(/The owner's BVN is on the watch list/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  expect(within(await screen.findByRole('dialog')).queryByText(/watch list/)).toBeNull()
})

it('shows each message without an ID once in a conversation', async () => {
  const conversation = ['Second', 'First'].map((message) => ({ createdAt: '2026-11-20T13:32:00.000Z', message }))
  renderConsole('/disputes/some id/merchant', anotherServer({ conversation }))
  const messages = await screen.findByRole('region', { name: 'Messages' })
  expect(
    within(messages)
      .getAllByRole('article')
      .map((element) => element.querySelector('p')?.textContent),
  ).toEqual(['First', 'Second'])
})
