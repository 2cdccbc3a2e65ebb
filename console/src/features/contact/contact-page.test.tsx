import { contract } from '@kobo/contract'
import type { ContactMessage } from '@kobo/contract/contact'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { describe, expect, it } from 'vitest'
import { answer as answers, refuse } from '../../testing/answer.ts'
import { choose, offered, openDialog } from '../../testing/list-dialogs.ts'
import { headers, listShown } from '../../testing/on-screen.ts'
import { renderConsole } from '../../testing/render-console.tsx'
import { signedInAs } from '../../testing/signed-in-as.ts'

const { list, info, answer } = contract.contact

const newMessage: ContactMessage = {
  id: 'message-1',
  createdAt: '2026-11-20T13:32:00.000Z',
  name: 'Hadiza Bello',
  email: 'hadiza@mail.example',
  phoneNumber: '+2348035550142',
  subject: 'Fees',
  message: 'What does it cost?',
  status: 'NEW',
  merchant: { id: 'merchant-1', businessName: 'Danfo Express Logistics' },
  answer: null,
  answeredBy: null,
  answeredAt: null,
}
const answeredMessage: ContactMessage = {
  ...newMessage,
  id: 'message-2',
  name: 'Chidi Okafor',
  status: 'ANSWERED',
  answer: 'Ten naira',
  answeredBy: 'Ada Obi',
  answeredAt: '2026-11-21T08:00:00.000Z',
}

function renderPage(address: string, ...first: HttpHandler[]) {
  const lists: string[] = []
  const sent: unknown[] = []
  const opened = renderConsole(address, [
    ...first,
    answers(list, ({ query }) => {
      lists.push(String(query))
      return { totalRecords: 2, messages: [newMessage, answeredMessage] }
    }),
    answers(info, ({ query }) => ({ message: query.get('messageId') === 'message-2' ? answeredMessage : newMessage })),
    answers(answer, ({ body }) => {
      sent.push(body)
      return {}
    }),
  ])
  return { lists, sent, ...opened }
}

describe('Contact messages', () => {
  it('CONTACT-01 lists messages', async () => {
    const { lists } = renderPage('/contact-us')
    await listShown()
    expect(lists).toEqual(['page=1&size=100'])
    expect(headers()).toEqual(['Date created', 'Name', 'Email address', 'Phone number', 'Subject', 'Message', 'Status'])
    for (const text of ['New', 'Answered']) expect(screen.getByText(text)).toBeTruthy()
    expect(screen.getByLabelText('Search by name, email or merchant')).toBeTruthy()
  })

  it('says that a role without personal data cannot search by email', async () => {
    const none = answers(list, () => ({ totalRecords: 0, messages: [] }))
    renderPage('/contact-us?search=hadiza@mail.example', signedInAs('FINANCE'), none)
    expect(await screen.findByText('You have no access to Personal data')).toBeTruthy()
    expect(screen.getByLabelText('Search by name or merchant')).toBeTruthy()
  })

  it('says that no record was found by an email if the role may search by it', async () => {
    const none = answers(list, () => ({ totalRecords: 0, messages: [] }))
    renderPage('/contact-us?search=hadiza@mail.example', none)
    expect(await screen.findByText('No List Record Found')).toBeTruthy()
  })

  it('FILTER-47 filters messages by days and status', async () => {
    const { lists, user } = renderPage('/contact-us')
    await listShown()
    const dialog = await openDialog('Filter by')
    expect(await dialog.findByLabelText('Start date')).toBeTruthy()
    expect(await offered(user, 'Status')).toBe('NEW: New | ANSWERED: Answered')
    await choose(user, 'Status', 'Answered')
    await user.click(dialog.getByRole('button', { name: 'Apply Filter' }))
    await expect.poll(() => lists.at(-1)).toBe('page=1&size=100&status=ANSWERED')
  })

  it('CONTACT-02 answers a message beside the list and requires a text', async () => {
    const { sent, user } = renderPage('/contact-us')
    await listShown()
    fireEvent.click(screen.getByText('Hadiza Bello'))
    const panel = within(await screen.findByRole('dialog', { name: 'Message' }))
    expect(await panel.findByText('Danfo Express Logistics')).toBeTruthy()
    await user.click(panel.getByRole('button', { name: 'Send answer' }))
    expect(await panel.findByText('Answer is required')).toBeTruthy()
    await user.type(panel.getByLabelText('Answer'), 'Ten naira')
    await user.click(panel.getByRole('button', { name: 'Send answer' }))
    await screen.findByText('Done')
    expect(sent).toEqual([{ messageId: 'message-1', answer: 'Ten naira' }])
    // Waits for the return to the list, so that it cannot affect the next test's URL.
    await waitFor(() => expect(window.location.search).not.toContain('messageId'))
  })

  it('CONTACT-02 keeps the typed answer when another operator answered first', async () => {
    const sentence = 'Bola Ade already answered this message on 21-11-2026 09:00'
    const { user } = renderPage('/contact-us?messageId=message-1', refuse(answer, 409, { message: sentence }))
    const panel = within(await screen.findByRole('dialog', { name: 'Message' }))
    await user.type(await panel.findByLabelText('Answer'), 'Ten naira')
    await user.click(panel.getByRole('button', { name: 'Send answer' }))
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(panel.getByLabelText<HTMLTextAreaElement>('Answer').value).toBe('Ten naira')
  })

  it('CONTACT-01 shows an answered message with its answer and author and without a form', async () => {
    renderPage('/contact-us?messageId=message-2')
    const panel = within(await screen.findByRole('dialog', { name: 'Message' }))
    const answerText = await panel.findByText('Ten naira')
    expect(answerText.closest('[data-room="row"]')).toBeTruthy()
    expect(panel.getByText('Ada Obi')).toBeTruthy()
    expect(panel.queryByLabelText('Answer')).toBeNull()
  })
})
