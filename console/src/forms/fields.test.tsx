import { screen, waitFor, within } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { answer, refuse } from '../testing/answer.ts'
import { renderScreen } from '../testing/render-screen.tsx'
import { orderParcel, ParcelDialog } from '../testing/specimen-form.tsx'
import type { Enquire } from './use-name-enquiry.ts'

const ngozi: Enquire = async () => 'NGOZI EZE'

/** Opens a form with every kind of field on a server that records requests. */
async function openForm(enquire: Enquire = ngozi, ...handlers: HttpHandler[]) {
  const sent: unknown[] = []
  const handler = answer(
    orderParcel,
    ({ body }) => {
      sent.push(body)
      return {}
    },
    'Ordered',
  )
  const { user } = renderScreen(<ParcelDialog enquire={enquire} onClose={() => {}} />, '/here', [...handlers, handler])
  const dialog = await screen.findByRole('dialog', { name: 'Order parcel' })
  const field = (label: string) =>
    within(dialog).getByLabelText<HTMLInputElement>(label, { selector: 'input,textarea' })
  const choose = async (label: string, option: string) => {
    await user.click(field(label))
    await user.click(await screen.findByRole('option', { name: option, hidden: true }))
  }
  const fill = async () => {
    await choose('Merchant', 'Bola Stores')
    await user.type(field('Note'), 'With care{Enter}please')
    await user.type(field('Sent on'), '01/02/2026')
    await user.type(field('Phone number'), '0803 555 0142')
    await user.type(field('Fee'), '2.5')
    await choose('Bank', 'GTBank')
    await user.type(field('Account number'), '0123456789')
    await user.click(field('Fragile'))
    await within(dialog).findByText('NGOZI EZE')
  }
  const order = () => user.click(within(dialog).getByRole('button', { name: 'Order' }))
  const holder = () => within(dialog).getByRole('status', { name: 'Account name' })
  return { user, dialog, sent, field, choose, fill, order, holder }
}

describe('form fields', () => {
  it('CONST-13 sends a form with a field of every kind as the call accepts it', async () => {
    const { fill, order, sent } = await openForm()
    await fill()
    await order()
    expect(await screen.findByText('Ordered')).toBeDefined()
    expect(sent).toEqual([
      {
        merchantId: 'm2',
        note: 'With care\nplease',
        sentOn: '2026-02-01',
        isFragile: true,
        phone: '+2348035550142',
        fee: { percentage: 2.5 },
        bankCode: '058',
        accountNumber: '0123456789',
        accountName: 'NGOZI EZE',
      },
    ])
  })

  it.each([
    ['60,000.5', '60,000.50'],
    ['₦60,000', '60,000.00'],
    ['N60,000', '60,000.00'],
    ['2.5%', '2.50'],
    [' 0.25 ', '0.25'],
    ['60000,50', ''],
    ['60.000,50', ''],
    ['1e3', ''],
    ['-500', ''],
  ])('turns a pasted %s into "%s", and never into another number', async (text, shown) => {
    const { user, field } = await openForm()
    await user.click(field('Fee'))
    await user.paste(text)
    expect(field('Fee').value.replace('%', '')).toBe(shown)
    if (shown === '') expect(await screen.findByText(/was not pasted: write numbers like 60,000\.50/)).toBeTruthy()
  })

  it('shows required-field errors at their fields, however deeply nested', async () => {
    const { dialog, order, sent, field } = await openForm()
    await order()
    const errors = [...dialog.querySelectorAll('.mantine-InputWrapper-error')].map((error) => error.textContent)
    expect(errors).toEqual([
      'Merchant is required',
      'Note is required',
      'Day is required',
      'Phone number is invalid',
      'Percentage is required',
      'Bank is required',
      'Account number must have 10 digits',
      'Account name is required',
    ])
    await waitFor(() => expect(document.activeElement).toBe(field('Merchant')))
    expect(sent).toEqual([])
  })

  it('shows the server’s error for a nested value at its field', async () => {
    const sentence = 'This merchant pays 2% at most'
    const refusal = refuse(orderParcel, 422, { message: 'Check the form', fields: { 'fee.percentage': sentence } })
    const { fill, order, dialog, field } = await openForm(ngozi, refusal)
    await fill()
    await order()
    expect(await within(dialog).findByText(sentence)).toBeDefined()
    expect(field('Fee').getAttribute('aria-invalid')).toBe('true')
    await waitFor(() => expect(document.activeElement).toBe(field('Fee')))
  })
})

describe('phone number field', () => {
  it.each(['08035550142', '+234 803 555 0142', '2348035550142'])(
    'CONST-12 shows a number typed as %s in international form beside the flag',
    async (typed) => {
      const { user, dialog, field } = await openForm()
      await user.type(field('Phone number'), typed)
      expect(field('Phone number').value).toBe(typed)
      await user.tab()
      expect(field('Phone number').value).toBe('+234 803 555 0142')
      expect(within(dialog).getByRole('img', { name: 'Nigeria' })).toBeDefined()
    },
  )

  it('keeps a foreign number as typed, and shows an error for an incomplete one on blur', async () => {
    const { user, dialog, field } = await openForm()
    await user.type(field('Phone number'), '+447911123456')
    await user.tab()
    expect(field('Phone number').value).toBe('+447911123456')
    await user.clear(field('Phone number'))
    await user.type(field('Phone number'), '0803')
    await user.tab()
    expect(within(dialog).getByText('Phone number is invalid')).toBeDefined()
  })
})

describe('bank account field', () => {
  it('runs a name enquiry once bank and number are complete, and again when either changes', async () => {
    const enquiries: unknown[] = []
    const { user, choose, field, holder } = await openForm(async (account) => {
      enquiries.push(account)
      return account.bankCode === '058' ? 'NGOZI EZE' : 'ADE BELLO'
    })
    expect(holder().textContent).toBe('Shown once bank and account number are complete')
    await choose('Bank', 'GTBank')
    await user.type(field('Account number'), '012 345-678')
    expect(enquiries).toEqual([])
    await user.type(field('Account number'), '9')
    await waitFor(() => expect(holder().textContent).toBe('NGOZI EZE'))
    await choose('Bank', 'Access Bank')
    await waitFor(() => expect(holder().textContent).toBe('ADE BELLO'))
    await user.type(field('Account number'), '{Backspace}')
    expect(holder().textContent).toBe('Shown once bank and account number are complete')
    expect(enquiries).toEqual([
      { bankCode: '058', accountNumber: '0123456789' },
      { bankCode: '044', accountNumber: '0123456789' },
    ])
  })

  it('blocks sending while the account name is loading or missing', async () => {
    let resolveName: (name: string) => void = () => {}
    const name = new Promise<string>((resolve) => {
      resolveName = resolve
    })
    const { fill, order, dialog, holder, sent, user, field } = await openForm(async ({ accountNumber }) => {
      if (accountNumber === '0123456789') return 'NGOZI EZE'
      if (accountNumber === '0123456780') return await name
      throw new ApiError(404, 'not_found', 'GTBank has no such account')
    })
    await fill()
    await user.type(field('Account number'), '{Backspace}0')
    expect(holder().textContent).toContain('Looking up the name...')
    await order()
    expect(within(dialog).getByText('Account name is required')).toBeDefined()
    resolveName('ADE BELLO')
    await waitFor(() => expect(holder().textContent).toBe('ADE BELLO'))
    expect(within(dialog).queryByText('Account name is required')).toBeNull()
    await user.type(field('Account number'), '{Backspace}1')
    await waitFor(() => expect(holder().textContent).toBe('GTBank has no such account'))
    await order()
    await waitFor(() => expect(document.activeElement).toBe(holder()))
    expect(sent).toEqual([])
  })

  it('repeats a failed name enquiry only on request', async () => {
    const enquire = vi.fn<Enquire>().mockRejectedValueOnce(new ApiError(503, 'overloaded', 'Busy'))
    enquire.mockResolvedValueOnce('NGOZI EZE')
    const { user, choose, dialog, field, holder } = await openForm(enquire)
    await choose('Bank', 'GTBank')
    await user.type(field('Account number'), '0123456789')
    await waitFor(() => expect(holder().textContent).toContain('The name could not be looked up'))
    expect(enquire).toHaveBeenCalledTimes(1)
    await user.click(within(dialog).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(holder().textContent).toBe('NGOZI EZE'))
  })
})
