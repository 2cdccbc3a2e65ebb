import { contract } from '@kobo/contract'
import { screen, waitFor, within } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { describe, expect, it } from 'vitest'
import { answer, refuse } from '../../../testing/answer.ts'
import { choose, optionsOf } from '../../../testing/list-dialogs.ts'
import { renderConsole } from '../../../testing/render-console.tsx'

const { list, initiate } = contract.disputes

const known = { createdAt: '2026-11-20T13:32:00Z', prefix: 'ADI', email: 'a@b.ng', totalWallets: 1, status: 'ACTIVE' }
const merchants = ['Adire & Indigo Textiles Ltd', 'Balogun Market Traders', 'Danfo Express Logistics'].map(
  (businessName, at) => ({ ...known, id: `m${at}`, businessName, verified: 'ACCEPTED' }),
)
const picture = (name = 'receipt.png', type = 'image/png') => new File(['picture'], name, { type })

/** Opens the panel and returns the recorded requests; `total` is the merchant count that the server reports. */
async function openPanel({ total = merchants.length, extra = [] }: { total?: number; extra?: HttpHandler[] } = {}) {
  const requests = { lists: 0, merchants: Array<string>() }
  const opened = renderConsole('/disputes', [
    ...extra,
    answer(list, () => {
      requests.lists += 1
      return { totalRecords: 0, totalOverdue: 0, disputes: [] }
    }),
    answer(contract.merchants.list, ({ query }) => {
      requests.merchants.push(String(query))
      const further = [{ ...known, id: 'm9', businessName: 'Zaria Zip Works', verified: 'ACCEPTED' }]
      const found = query.has('search') ? further : merchants
      return { totalRecords: total, totalVerifiedMerchants: total, totalNonVerifiedMerchants: 0, merchants: found }
    }),
  ])
  const { user } = opened
  await user.click(await screen.findByRole('button', { name: 'Initiate Dispute' }))
  const panel = await screen.findByRole('dialog', { name: 'Initiate Dispute' })
  const inside = within(panel)
  await inside.findByLabelText('Customer name')
  const submit = () => inside.getByRole<HTMLButtonElement>('button', { name: 'Submit' })
  const field = (label: string) => inside.getByLabelText<HTMLInputElement>(label, { selector: 'input, textarea' })
  const names = (input: HTMLElement) => optionsOf(input).map((option) => option.textContent)
  const fill = async () => {
    await choose(user, 'Merchant', 'Danfo Express Logistics')
    await user.type(field('Customer name'), 'Hadiza Bello')
    await user.type(field('Amount'), '2500.50')
    await choose(user, 'Transaction type', 'Credit')
    await user.type(field('Dispute description'), 'Never arrived')
    await choose(user, 'Transaction category', 'Bank funding')
    await user.type(field('Transaction reference'), 'COL-1')
    await choose(user, 'Dispute type', 'Chargeback')
  }
  return { ...opened, requests, panel, inside, submit, field, names, fill }
}

describe('Initiate Dispute panel', () => {
  it('PANEL-02 PANEL-03 PANEL-23 DISPUTE-03 shows title, subtitle and fields in order, with ₦ before the amount', async () => {
    const { panel, inside, field } = await openPanel()
    expect(inside.getByText('Kindly provide the information below')).toBeTruthy()
    const labels = [...panel.querySelectorAll('.mantine-InputWrapper-label')].map((label) => label.textContent)
    expect(labels.join(' | ')).toBe(
      'Merchant | Customer name | Amount | Transaction type | Dispute description | Transaction category | Transaction reference | Dispute type | Attachments',
    )
    expect(field('Amount').closest('.mantine-Input-wrapper')?.textContent).toBe('₦')
    expect(field('Merchant').placeholder).toBe('Search by business name')
  })

  it('VALID-14 VALID-15 VALID-16 offers types and categories', async () => {
    const { user, field, names } = await openPanel()
    for (const [label, options] of [
      ['Transaction type', ['Credit', 'Debit']],
      ['Transaction category', ['Bank funding', 'Bank transfer']],
      ['Dispute type', ['Scam', 'Cashback', 'Chargeback', 'Transfer']],
    ] as const) {
      await user.click(field(label))
      expect(names(field(label))).toEqual(options)
    }
  })

  it('VALID-13 VALID-29 PANEL-03 accepts several pictures below 10MB and removes each on demand', async () => {
    const { user, inside } = await openPanel()
    expect(inside.getByText(/Less than 10MB/)).toBeTruthy()
    const files = inside.getByLabelText<HTMLInputElement>('Attachments', { selector: 'input' })
    expect(files.multiple).toBe(true)
    await user.upload(files, [picture('one.png'), picture('two.png')])
    await waitFor(() => expect(inside.getAllByRole('button', { name: /^Remove / })).toHaveLength(2))
    expect(inside.getByRole('list').querySelectorAll('img')).toHaveLength(2)
    await user.click(inside.getByRole('button', { name: 'Remove one.png' }))
    expect(inside.getAllByRole('button', { name: /^Remove / })).toHaveLength(1)
  })
})

describe('Validation', () => {
  it.each([
    ['VALID-05', 'Merchant', 'Merchant is required'],
    ['VALID-06', 'Customer name', 'Customer is required'],
    ['VALID-07', 'Amount', 'Amount is required'],
    ['VALID-08', 'Dispute type', 'select Category'],
    ['VALID-09', 'Transaction category', 'Select Category'],
    ['VALID-10', 'Dispute description', 'Description is required'],
    ['VALID-11', 'Transaction type', 'Transaction type is required'],
    ['VALID-12', 'Transaction reference', 'Transaction reference is required'],
  ])('%s shows an error when %s is left empty', async (_, label, sentence) => {
    const { user, inside, field, submit } = await openPanel()
    expect(inside.queryByText(sentence)).toBeNull()
    await user.click(field(label))
    await user.tab()
    expect(await inside.findByText(sentence)).toBeTruthy()
    expect(submit().disabled).toBe(true)
  })

  it('VALID-07 PANEL-05 requires a numeric amount, and disables Submit for any other', async () => {
    const { user, inside, field, submit } = await openPanel()
    await user.type(field('Amount'), '12a')
    expect(submit().disabled).toBe(true)
    await user.tab()
    expect(await inside.findByText('Amount must contain numbers only')).toBeTruthy()
    await user.clear(field('Amount'))
    await user.type(field('Amount'), '12.50')
    expect(inside.queryByText('Amount must contain numbers only')).toBeNull()
  })
})

describe('Submission', () => {
  it('PANEL-04 PANEL-05 DISPUTE-07 DISPUTE-15 enables Submit only for a complete idle form and refetches the list afterwards', async () => {
    const sent: unknown[] = []
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const handler = answer(
      initiate,
      async ({ body }) => {
        if (body instanceof FormData)
          sent.push([...body].map(([name, value]) => [name, value instanceof File ? value.name : value]))
        await released
        return { disputeId: 'dispute-1' }
      },
      'The dispute was raised',
    )
    const { user, inside, fill, submit, requests } = await openPanel({ extra: [handler] })
    expect(submit().disabled).toBe(true)
    await fill()
    expect(submit().disabled).toBe(false)
    await user.upload(inside.getByLabelText('Attachments', { selector: 'input' }), [picture(), picture('chat.png')])
    const before = requests.lists
    await user.click(submit())
    const busy = await inside.findByRole<HTMLButtonElement>('button', { name: 'Processing...' })
    expect(busy.disabled).toBe(true)
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toEqual([
      ['merchantId', 'm2'],
      ['customer', 'Hadiza Bello'],
      ['amount', '2500.50'],
      ['category', 'CHARGEBACK'],
      ['transactionCategory', 'BANK_FUNDING'],
      ['description', 'Never arrived'],
      ['transactionType', 'CREDIT'],
      ['transactionReference', 'COL-1'],
      ['attachments', 'receipt.png'],
      ['attachments', 'chat.png'],
    ])
    release()
    expect(await screen.findByText('The dispute was raised')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(requests.lists).toBeGreaterThan(before))
    await user.click(screen.getByRole('button', { name: 'Initiate Dispute' }))
    const reopened = within(await screen.findByRole('dialog', { name: 'Initiate Dispute' }))
    expect((await reopened.findByLabelText<HTMLInputElement>('Customer name')).value).toBe('')
  })

  it('shows a server error at its field and keeps the input', async () => {
    const message = 'A transaction of this merchant has no such reference'
    const refused = refuse(initiate, 422, { message, fields: { transactionReference: message } })
    const { user, inside, fill, submit, field } = await openPanel({ extra: [refused] })
    await fill()
    await user.click(submit())
    expect(await inside.findByText(message)).toBeTruthy()
    expect(field('Dispute description').value).toBe('Never arrived')
  })
})

describe('Merchant picker', () => {
  it('DISPUTE-16 DISPUTE-17 loads all accepted merchants once and filters them locally, ignoring case', async () => {
    const { user, field, names, requests } = await openPanel()
    expect(requests.merchants).toEqual([])
    await user.click(field('Merchant'))
    await waitFor(() => expect(names(field('Merchant'))).toHaveLength(3))
    await user.type(field('Merchant'), 'mARKET')
    expect(names(field('Merchant'))).toEqual(['Balogun Market Traders'])
    await user.clear(field('Merchant'))
    await user.type(field('Merchant'), 'nobody')
    expect(await screen.findByText('No Merchant List Record Found')).toBeTruthy()
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(requests.merchants).toEqual(['page=1&size=1000000&verified=ACCEPTED'])
  })

  it('DISPUTE-16 searches on the server when it holds more merchants than it returned', async () => {
    const { user, field, names, requests } = await openPanel({ total: 2_500 })
    await user.click(field('Merchant'))
    await waitFor(() => expect(names(field('Merchant'))).toHaveLength(3))
    await user.type(field('Merchant'), 'zaria')
    await waitFor(() => expect(names(field('Merchant'))).toEqual(['Zaria Zip Works']))
    expect(requests.merchants).toEqual([
      'page=1&size=1000000&verified=ACCEPTED',
      'page=1&size=1000000&verified=ACCEPTED&search=zaria',
    ])
  })
})
