import { contract } from '@kobo/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type HttpHandler, HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, refuse } from '../../../testing/answer.ts'
import { toast } from '../../../testing/on-screen.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { StatementButton } from './statement-button.tsx'

const { download } = contract.statements
const pdf = 'https://files.test/statements/1.pdf?signature=abc'
const success = 'Your request was submitted successfully. Please check your mail shortly.'

beforeEach(() => {
  // A Saturday in Lagos, still Friday in London.
  vi.useFakeTimers({ now: new Date('2026-11-20T23:30:00Z'), toFake: ['Date'] })
})

const recipients = (email: string | null) =>
  answer(contract.messages.recipients, () => ({
    recipients: [{ kind: 'MERCHANT' as const, name: 'Adire & Indigo', email, hasWebhook: false }],
    about: null,
    sender: 'Ada',
  }))

/** Opens the dialog on a server that records statement requests. */
async function openDialog(...handlers: HttpHandler[]) {
  const requests: string[] = []
  const opened = renderScreen(<StatementButton merchantId="m1" />, '/here', [
    ...handlers,
    recipients('desk@adire.test'),
    answer(download, ({ query }) => {
      requests.push(String(query))
      return { statementURL: pdf, csvURL: 'https://files.test/statements/1.csv?signature=abc' }
    }),
  ])
  const { user } = opened
  await user.click(await screen.findByRole('button', { name: 'Generate Statement' }))
  await screen.findByRole('dialog', { name: 'Generate Statement' })
  const choose = async (option: string) => {
    await user.click(await screen.findByLabelText('Duration', { selector: 'input' }))
    await user.click(await screen.findByRole('option', { name: option, hidden: true }))
  }
  const generate = () => user.click(screen.getByRole('button', { name: 'Generate' }))
  return { ...opened, requests, choose, generate }
}

const closeButton = () => within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' })
const dayField = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' })

describe('Statement for the merchant', () => {
  it('is emailed for the chosen period after confirmation', async () => {
    const sent: unknown[] = []
    const { user, requests, choose } = await openDialog(
      recipients('desk@adire.test'),
      answer(contract.statements.email, ({ body }) => {
        sent.push(body)
        return { messageId: 'g1' }
      }),
    )
    const button = await screen.findByRole('button', { name: 'Email to the merchant' })
    expect(button).toHaveProperty('disabled', true)
    await choose('Last month')
    await waitFor(() => expect(button).toHaveProperty('disabled', false))
    await user.click(button)
    const confirmation = within(await screen.findByRole('dialog', { name: 'Email Statement' }))
    expect(confirmation.getByText('desk@adire.test')).toBeDefined()
    expect(confirmation.getByText('01-10-2026 to 31-10-2026')).toBeDefined()
    expect(confirmation.getByText(/works for 7 days/)).toBeDefined()
    await user.click(confirmation.getByRole('button', { name: 'Email statement' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent).toEqual([{ merchantId: 'm1', startDate: '2026-10-01', endDate: '2026-10-31' }])
    expect(requests).toEqual([])
  })

  it('cannot be emailed to a merchant without an address', async () => {
    const { choose } = await openDialog(recipients(null))
    await choose('Last month')
    expect(await screen.findByText('The email address of this merchant is unknown')).toBeDefined()
    const button = screen.getByRole('button', { name: 'Email to the merchant' })
    expect(button).toHaveProperty('disabled', true)
    expect(button.title).toBe('The email address of this merchant is unknown')
  })
})

describe('Statement dialog', () => {
  it('STMT-01 STMT-02 offers the durations and shows dates only for custom', async () => {
    const { user, choose } = await openDialog()
    await user.click(await screen.findByLabelText('Duration', { selector: 'input' }))
    expect((await screen.findAllByRole('option')).map((option) => option.textContent).join(' | ')).toBe(
      'Last week | Last month | Last 3 months | Last 6 months | This year | Custom',
    )
    await user.keyboard('{Escape}')
    await choose('This year')
    expect(screen.queryByLabelText('Start date', { selector: 'input' })).toBeNull()
    await choose('Custom')
    expect(dayField('Start date').value).toBe('')
    expect(dayField('End date').value).toBe('')
  })

  it.each([
    ['Last week', '2026-11-16', '2026-11-21', '16-11-2026 to 21-11-2026'],
    ['Last month', '2026-10-01', '2026-10-31', '01-10-2026 to 31-10-2026'],
    ['Last 3 months', '2026-08-21', '2026-11-21', '21-08-2026 to 21-11-2026'],
    ['Last 6 months', '2026-05-21', '2026-11-21', '21-05-2026 to 21-11-2026'],
    ['This year', '2026-01-01', '2026-11-21', '01-01-2026 to 21-11-2026'],
  ])("STMT-09 requests for %s the merchant's days from %s to %s in Lagos time and shows them", async (...example) => {
    const [duration, startDate, endDate, shown] = example
    const { requests, choose, generate } = await openDialog()
    await choose(duration)
    expect(screen.getByText(shown)).toBeDefined()
    await generate()
    await screen.findByText(success)
    expect(requests).toEqual([`merchantId=m1&startDate=${startDate}&endDate=${endDate}`])
  })

  it('STMT-09 requests the selected dates', async () => {
    const { user, requests, choose, generate } = await openDialog()
    await choose('Custom')
    await user.type(dayField('Start date'), '01/02/2026')
    await user.type(dayField('End date'), '14/02/2026')
    await generate()
    await screen.findByText(success)
    expect(requests).toEqual(['merchantId=m1&startDate=2026-02-01&endDate=2026-02-14'])
  })

  it('STMT-05 STMT-06 VALID-27 shows missing fields and sends nothing', async () => {
    const { user, requests, choose, generate } = await openDialog()
    await generate()
    expect(screen.getByText('Duration is required')).toBeDefined()
    await choose('Custom')
    expect(screen.queryByText('Duration is required')).toBeNull()
    await generate()
    expect(screen.getByText('Start date is required')).toBeDefined()
    expect(screen.getByText('End date is required')).toBeDefined()
    await user.type(dayField('Start date'), '01/02/2026')
    expect(screen.queryByText('Start date is required')).toBeNull()
    await generate()
    expect(screen.queryByText('Start date is required')).toBeNull()
    expect(screen.getByText('End date is required')).toBeDefined()
    expect(requests).toEqual([])
  })

  it('STMT-07 STMT-08 VALID-27 rejects a future date and an end before the start', async () => {
    const { user, requests, choose, generate } = await openDialog()
    await choose('Custom')
    await user.type(dayField('Start date'), '22/11/2026')
    await generate()
    expect(screen.getByText('Date must not be after 21/11/2026')).toBeDefined()
    await user.clear(dayField('Start date'))
    await user.type(dayField('Start date'), '21/11/2026')
    await user.type(dayField('End date'), '20/11/2026')
    await generate()
    expect(screen.getByText('Date must not be before 21/11/2026')).toBeDefined()
    expect(requests).toEqual([])
    await user.clear(dayField('End date'))
    await user.type(dayField('End date'), '21/11/2026')
    await generate()
    await screen.findByText(success)
    expect(requests).toEqual(['merchantId=m1&startDate=2026-11-21&endDate=2026-11-21'])
  })

  it('locks the dialog while the statement is requested and sends one request', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    let calls = 0
    const { user, choose, generate } = await openDialog(
      answer(download, async () => {
        calls += 1
        await released
        return { statementURL: pdf }
      }),
    )
    await choose('This year')
    await generate()
    const busy = await screen.findByRole<HTMLButtonElement>('button', { name: 'Processing...' })
    expect(busy.disabled).toBe(true)
    await user.click(busy)
    await user.keyboard('{Escape}')
    expect(screen.getByRole('dialog')).toBeDefined()
    release()
    await screen.findByText(success)
    expect(calls).toBe(1)
  })

  it('STMT-11 shows the outcome when the dialog was closed while the request was pending', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const handler = answer(download, async () => {
      await released
      return { statementURL: pdf }
    })
    const { user, choose, generate } = await openDialog(handler)
    await choose('This year')
    await generate()
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await act(() => new Promise((resolve) => setTimeout(resolve, 350)))
    release()
    expect((await screen.findByText(success)).closest('.mantine-Notification-root')).not.toBeNull()
  })

  it('STMT-10 STMT-11 ERR-17 refers to the email and offers the statement for download', async () => {
    const { choose, generate } = await openDialog()
    await choose('This year')
    await generate()
    expect((await screen.findByText(success)).closest('[role=status]')).not.toBeNull()
    expect(screen.getByRole('link', { name: 'Download statement' }).getAttribute('href')).toBe(pdf)
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Download statement' }))
    expect(screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toBe(pdf.replace('.pdf', '.csv'))
    expect(screen.queryByLabelText('Duration', { selector: 'input' })).toBeNull()
  })

  it('STMT-10 STMT-11 shows that the statement is being prepared and offers it when ready', async () => {
    let isGenerated = false
    let polls = 0
    const link = '/api/files/1/statement.pdf?signature=abc'
    const { choose, generate } = await openDialog(
      http.get('/api/files/1/statement.pdf', () => {
        polls += 1
        // A missing response does not change the state.
        if (polls === 1) return HttpResponse.error()
        return isGenerated ? new HttpResponse('%PDF') : HttpResponse.json({ status: true, data: {} }, { status: 202 })
      }),
      answer(download, () => ({ statementURL: link, csvURL: link.replace('.pdf', '.csv'), making: true })),
    )
    await choose('This year')
    await generate()
    expect(await screen.findByText(success)).toBeDefined()
    expect(screen.getByText('Your statement is being prepared. You can wait for it here.')).toBeDefined()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Preparing...' }).disabled).toBe(true)
    expect(screen.queryByRole('link')).toBeNull()
    await waitFor(() => expect(polls).toBeGreaterThan(1), { timeout: 10_000 })
    isGenerated = true
    const saved = await screen.findByRole('link', { name: 'Download statement' }, { timeout: 10_000 })
    expect(saved.getAttribute('href')).toContain(link)
    expect(document.activeElement).toBe(saved)
    expect(screen.getByRole('link', { name: 'Download CSV' })).toBeDefined()
    expect(screen.queryByText(/is being prepared/)).toBeNull()
  })

  it('STMT-13 shows the server message when a statement cannot be generated and offers no download', async () => {
    const { choose, generate } = await openDialog(
      http.get('/api/files/1/statement.pdf', () =>
        HttpResponse.json({ status: false, message: 'This file could not be made' }, { status: 404 }),
      ),
      answer(download, () => ({ statementURL: '/api/files/1/statement.pdf', making: true })),
    )
    await choose('This year')
    await generate()
    expect(await toast('This file could not be made')).toBeTruthy()
    expect(within(screen.getByRole('dialog')).getByText('This file could not be made')).toBeDefined()
    expect(screen.queryByRole('link')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Preparing...' })).toBeNull()
  })

  it("shows the server's note on a statement and offers its single file once", async () => {
    const csv = pdf.replace('.pdf', '.csv')
    const { choose, generate } = await openDialog(
      answer(download, () => ({ statementURL: csv, csvURL: csv, note: 'The statement is available as CSV only' })),
    )
    await choose('This year')
    await generate()
    expect(await screen.findByText('The statement is available as CSV only.')).toBeDefined()
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([csv])
  })

  it('STMT-10 offers no CSV when the server has none', async () => {
    const { choose, generate } = await openDialog(answer(download, () => ({ statementURL: pdf })))
    await choose('This year')
    await generate()
    await screen.findByRole('link', { name: 'Download statement' })
    expect(screen.queryByRole('link', { name: 'Download CSV' })).toBeNull()
  })

  it('does not link to an unsafe URL', async () => {
    const { choose, generate } = await openDialog(answer(download, () => ({ statementURL: 'javascript:alert(1)' })))
    await choose('This year')
    await generate()
    await screen.findByText(success)
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('STMT-13 ERR-19 shows the generic error on failure, keeps the form and does not retry automatically', async () => {
    let calls = 0
    const { choose, generate } = await openDialog(
      http.get(`/api${download.path}`, () => {
        calls += 1
        return HttpResponse.json({ status: false, message: '' }, { status: 503 })
      }),
    )
    await choose('This year')
    await generate()
    expect(await toast('Something went wrong')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Duration', { selector: 'input' }).value).toBe('This year')
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(calls).toBe(1)
  })

  it('STMT-13 ERR-19 shows the server message of a rejected request', async () => {
    const { choose, generate } = await openDialog(
      refuse(download, 409, { message: 'The statement is still being made' }),
    )
    await choose('Last week')
    await generate()
    expect(await toast('The statement is still being made')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Generate' }).disabled).toBe(false)
  })

  it('requests a new statement each time, even for the same dates', async () => {
    const { user, requests, choose, generate } = await openDialog()
    for (const time of [1, 2]) {
      await choose('This year')
      await generate()
      await screen.findByText(success)
      expect(requests).toHaveLength(time)
      await user.click(closeButton())
      await act(() => new Promise((resolve) => setTimeout(resolve, 350)))
      await user.click(screen.getByRole('button', { name: 'Generate Statement' }))
      await screen.findByRole('dialog', { name: 'Generate Statement' })
    }
  })

  it('STMT-12 keeps its state for 300 ms after closing and then resets', async () => {
    const { choose, generate } = await openDialog()
    await choose('This year')
    await generate()
    await screen.findByText(success)
    vi.useFakeTimers()
    fireEvent.click(closeButton())
    await act(() => vi.advanceTimersByTimeAsync(250))
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Generate Statement' }))
    await act(() => vi.advanceTimersByTimeAsync(49))
    expect(screen.getByText(success)).toBeDefined()
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(screen.queryByText(success)).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>('Duration', { selector: 'input' }).value).toBe('')
  })

  it('returns the focus to its button', async () => {
    const { user } = await openDialog()
    await user.click(closeButton())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await act(() => new Promise((resolve) => setTimeout(resolve, 350)))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Generate Statement' }))
  })
})
