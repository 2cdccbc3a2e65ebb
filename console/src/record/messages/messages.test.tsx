import { contract } from '@kobo/contract'
import type { Message, Recipient } from '@kobo/contract/messages'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { paths } from '../../paths.ts'
import { aMerchant } from '../../testing/a-merchant.ts'
import { answer, refuse } from '../../testing/answer.ts'
import { apiServer } from '../../testing/api-server.ts'
import { withoutAdditions } from '../../testing/bare-console.ts'
import { merchantServer } from '../../testing/merchant-server.ts'
import { renderConsole } from '../../testing/render-console.tsx'
import { signedInAs } from '../../testing/signed-in-as.ts'

const { messages, statements } = contract

function aMessage(fields: Partial<Message> = {}): Message {
  return {
    id: 'g1',
    at: '2026-11-26T18:20:00.000Z',
    authorName: 'Bola Adeyemi',
    recipient: 'MERCHANT',
    subject: 'Your settlement',
    text: 'It went out.\nKind regards',
    email: 'desk@adire.test',
    emailState: 'SENT',
    webhookState: 'PENDING',
    ...fields,
  }
}

const merchant: Recipient = { kind: 'MERCHANT', name: 'Adire & Indigo', email: 'desk@adire.test', hasWebhook: true }
const holder: Recipient = { kind: 'HOLDER', name: 'Ngozi Eze', email: 'ngozi@eze.test', hasWebhook: false }

interface Shown {
  /** Null if they cannot be read. */
  shown?: readonly Message[] | null
  total?: number
  recipients?: Recipient[]
}

async function openMessages({ shown = [], total = shown?.length ?? 0, recipients = [merchant, holder] }: Shown = {}) {
  const asked: Record<string, string>[] = []
  const opened = renderConsole(paths.merchant('m1'), [
    shown === null
      ? refuse(messages.list, 500, { message: 'Down' })
      : answer(messages.list, ({ query }) => {
          asked.push(Object.fromEntries(query))
          return { total, messages: [...shown] }
        }),
    answer(messages.recipients, () => ({ recipients, about: 'Transaction KBO-1', sender: 'Ada' })),
    ...merchantServer(() => aMerchant({ id: 'm1' })),
  ])
  await opened.user.click(await screen.findByRole('button', { name: 'Messages' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Messages about this merchant' }))
  return { ...opened, dialog, asked }
}

describe('Messages', () => {
  it('show who wrote what to whom, and what became of it', async () => {
    const { dialog } = await openMessages({
      shown: [
        aMessage(),
        aMessage({ id: 'g2', recipient: 'HOLDER', emailState: 'FAILED', webhookState: null, email: 'n•••@eze.test' }),
      ],
    })
    const [first, second] = await dialog.findAllByRole('listitem')
    expect(first?.textContent).toContain('Your settlement26-11-2026 19:20')
    expect(first?.textContent).toContain('It went out.\nKind regards')
    expect(first?.textContent).toContain(
      'Bola Adeyemi to the merchant (desk@adire.test). Email sent. Webhook waits to be delivered',
    )
    expect(second?.textContent).toContain('to the holder (n•••@eze.test). Email could not be sent')
    expect(dialog.getByText('Sent outside the team')).toBeDefined()
  })

  it('withdraw the link of an emailed statement after confirmation', async () => {
    const link = { startDate: '2026-09-01', endDate: '2026-09-30', state: 'OPEN', downloads: 2 } as const
    const statement = { ...link, expiresAt: '2026-12-03T18:20:00.000Z', lastDownloadAt: '2026-11-26T19:00:00.000Z' }
    const { user, dialog } = await openMessages({
      shown: [
        aMessage({ statement }),
        aMessage({
          id: 'g2',
          statement: { ...statement, state: 'WITHDRAWN', withdrawnByName: 'Ada Obi', downloads: 0 },
        }),
      ],
    })
    const sent: unknown[] = []
    apiServer.use(
      answer(statements.withdraw, ({ body }) => {
        sent.push(body)
        return {}
      }),
    )
    const [first, second] = await dialog.findAllByRole('listitem')
    const name = 'Statement, 01-09-2026 to 30-09-2026'
    expect(first?.textContent).toContain(
      `${name}: link until 03-12-2026 19:20, downloaded twice, last 26-11-2026 20:00`,
    )
    expect(second?.textContent).toContain(`${name}: link withdrawn by Ada Obi, not downloaded`)
    await user.click(dialog.getByRole('button', { name: `Withdraw link: ${name}` }))
    const confirmation = within(await screen.findByRole('dialog', { name: 'Withdraw link' }))
    await user.click(confirmation.getByRole('button', { name: 'Withdraw link' }))
    await waitFor(() => expect(sent).toEqual([{ messageId: 'g1' }]))
  })

  it('are sent to the chosen recipient, as the preview says', async () => {
    const { user, dialog } = await openMessages()
    const sent: unknown[] = []
    apiServer.use(
      answer(messages.send, ({ body }) => {
        sent.push(body)
        return { messageId: 'g3' }
      }),
    )
    expect((await dialog.findByRole('status')).textContent).toBe('Nobody has sent a message about it yet')
    expect(await dialog.findByRole('radio', { name: 'Merchant: Adire & Indigo' })).toHaveProperty('checked', true)
    expect(dialog.getByText('desk@adire.test, and by webhook')).toBeDefined()
    await user.click(dialog.getByRole('radio', { name: 'Holder: Ngozi Eze' }))
    await user.type(dialog.getByLabelText('Subject'), 'Your card')
    await user.type(dialog.getByLabelText('Message'), 'BVN 22123456789')
    await user.click(dialog.getByText('Preview of the email'))
    expect(dialog.getByText(/^Hello Ngozi Eze,/).textContent).toBe(
      'Hello Ngozi Eze,\n\nBVN 2212*******\n\nAbout: Transaction KBO-1\n\nAda, Kobo\n\nReply to this email if you have questions.',
    )
    await user.click(dialog.getByRole('button', { name: 'Send message' }))
    await waitFor(() => expect(dialog.getByLabelText('Message')).toHaveProperty('value', ''))
    expect(sent).toEqual([
      { recordType: 'merchant', recordId: 'm1', recipient: 'HOLDER', subject: 'Your card', text: 'BVN 22123456789' },
    ])
  })

  it('are sent once for two clicks', async () => {
    const { user, dialog } = await openMessages()
    let sent = 0
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    apiServer.use(
      answer(messages.send, async () => {
        sent += 1
        await held
        return { messageId: 'g3' }
      }),
    )
    await user.type(await dialog.findByLabelText('Subject'), 'Your card')
    await user.type(dialog.getByLabelText('Message'), 'Hello')
    await user.dblClick(dialog.getByRole('button', { name: 'Send message' }))
    release()
    await waitFor(() => expect(dialog.getByLabelText('Message')).toHaveProperty('value', ''))
    expect(sent).toBe(1)
  })

  it('keep the text when the server rejects it, and a card number is not sent', async () => {
    const { user, dialog } = await openMessages()
    apiServer.use(refuse(messages.send, 429, { message: 'You have sent 20 messages within a minute' }))
    await user.type(await dialog.findByLabelText('Subject'), 'Your card')
    await user.type(dialog.getByLabelText('Message'), '4111 1111 1111 1111')
    await user.click(dialog.getByRole('button', { name: 'Send message' }))
    expect(await dialog.findByText(/Contains what may be a card number/)).toBeDefined()
    await user.clear(dialog.getByLabelText('Message'))
    await user.type(dialog.getByLabelText('Message'), 'Hello')
    await user.click(dialog.getByRole('button', { name: 'Send message' }))
    expect(await screen.findByText('You have sent 20 messages within a minute')).toBeDefined()
    expect(dialog.getByLabelText('Message')).toHaveProperty('value', 'Hello')
  })

  it('cannot be sent to a merchant without address and webhook', async () => {
    const { dialog } = await openMessages({ recipients: [{ ...merchant, email: null, hasWebhook: false }] })
    const radio = await dialog.findByRole('radio', { name: 'Merchant: Adire & Indigo' })
    expect(radio).toHaveProperty('disabled', true)
    expect(dialog.getByText('No email address is known')).toBeDefined()
    expect(dialog.getByRole('alert').textContent).toContain('neither an email address nor a webhook')
    expect(dialog.getByRole('button', { name: 'Send message' })).toHaveProperty('disabled', true)
  })

  it('page through many', async () => {
    const { user, dialog, asked } = await openMessages({ shown: [aMessage()], total: 60 })
    await user.click(await dialog.findByRole('button', { name: 'Next' }))
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ recordType: 'merchant', recordId: 'm1', page: '2' }))
  })

  it('that could not be loaded keep the form', async () => {
    const { dialog } = await openMessages({ shown: null })
    expect(await dialog.findByRole('button', { name: 'Refetch Details' })).toBeDefined()
    expect(await dialog.findByLabelText('Subject')).toBeDefined()
  })

  it('can only be read by whoever may not answer', async () => {
    apiServer.use(signedInAs('AUDITOR'))
    const { dialog } = await openMessages({ shown: [aMessage()] })
    await dialog.findByRole('listitem')
    expect(dialog.queryByLabelText('Subject')).toBeNull()
    expect(dialog.queryByRole('button', { name: 'Send message' })).toBeNull()
  })

  it('are absent if the server has none', async () => {
    withoutAdditions()
    renderConsole(
      paths.merchant('m1'),
      merchantServer(() => aMerchant({ id: 'm1' })),
    )
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByRole('button', { name: 'Messages' })).toBeNull()
  })
})
