import { screen, waitFor, within } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { describe, expect, it } from 'vitest'
import { answer, refuse } from '../testing/answer.ts'
import { renderScreen } from '../testing/render-screen.tsx'
import { orderParcel, ParcelDialog } from '../testing/specimen-form.tsx'

/** Opens a form with every kind of field on a server that records requests. */
async function openForm(...handlers: HttpHandler[]) {
  const sent: unknown[] = []
  const handler = answer(
    orderParcel,
    ({ body }) => {
      sent.push(body)
      return {}
    },
    'Ordered',
  )
  const { user } = renderScreen(<ParcelDialog onClose={() => {}} />, '/here', [...handlers, handler])
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
    await user.type(field('Fee'), '2.5')
    await user.click(field('Fragile'))
  }
  const order = () => user.click(within(dialog).getByRole('button', { name: 'Order' }))
  return { user, dialog, sent, field, choose, fill, order }
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
        fee: { percentage: 2.5 },
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
    expect(errors).toEqual(['Merchant is required', 'Note is required', 'Day is required', 'Percentage is required'])
    await waitFor(() => expect(document.activeElement).toBe(field('Merchant')))
    expect(sent).toEqual([])
  })

  it('shows the server’s error for a nested value at its field', async () => {
    const sentence = 'This merchant pays 2% at most'
    const refusal = refuse(orderParcel, 422, { message: 'Check the form', fields: { 'fee.percentage': sentence } })
    const { fill, order, dialog, field } = await openForm(refusal)
    await fill()
    await order()
    expect(await within(dialog).findByText(sentence)).toBeDefined()
    expect(field('Fee').getAttribute('aria-invalid')).toBe('true')
    await waitFor(() => expect(document.activeElement).toBe(field('Fee')))
  })
})
