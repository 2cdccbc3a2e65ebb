import { contract } from '@kobo/contract'
import { type ChargeChange, type Charges, chargeGroups } from '@kobo/contract/charges'
import { screen, waitFor, within } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { answer, refuse } from '../../../testing/answer.ts'
import { apiServer } from '../../../testing/api-server.ts'
import { toast } from '../../../testing/on-screen.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { MerchantCharges } from './merchant-charges.tsx'

const usual: Charges = {
  transfers: { below5001: 10, below50001: 25, above50000: 50, walletToWalletCharge: 5.5 },
  kyc: { bvnLookup: 50, nameDobMatch: 30, nameMatch: 20, persona: 100 },
  staticAccounts: {
    accountCreation: 75,
    maintenance: 15,
    inflows: { type: 'PERCENTAGE', percentage: 0.5, cap: 0, nominal: 0 },
  },
  virtualAccounts: { type: 'COMPOSITE', percentage: 1.25, cap: 2000, nominal: 100 },
  subaccount: { transferCharge: 12 },
  childAccount: { transferCharge: 13 },
}

/** Opens the charges on a server that records requests. */
async function openCharges(particulars: Partial<Charges> = {}, ...handlers: HttpHandler[]) {
  const changes = Array<ChargeChange>()
  const server = {
    charges: { ...usual, ...particulars },
    changes,
    requests: Array<string | null>(),
    sent: Array<unknown>(),
  }
  const opened = renderScreen(<MerchantCharges merchantId="m1" />, '/here', [
    ...handlers,
    answer(contract.charges.get, ({ query }) => {
      server.requests.push(query.get('merchantId'))
      return { charges: server.charges }
    }),
    answer(contract.charges.history, ({ query }) => {
      const { changes: recorded } = server
      return { totalRecords: recorded.length, changes: recorded.slice(0, Number(query.get('size'))) }
    }),
    answer(
      contract.charges.update,
      ({ body }) => {
        server.sent.push(body)
        const { type, data } = contract.charges.update.body.parse(body)
        server.charges = z.object(chargeGroups).parse({ ...server.charges, [type]: data })
        return {}
      },
      'Charges updated',
    ),
  ])
  return { ...opened, server }
}

/** Opens the charges and the form of one card. */
async function openForm(title: string, particulars: Partial<Charges> = {}, ...handlers: HttpHandler[]) {
  const opened = await openCharges(particulars, ...handlers)
  await waitFor(() => expect(editButton(title).disabled).toBe(false))
  await opened.user.click(editButton(title))
  const dialog = await screen.findByRole('dialog', { name: `${title} charges` })
  const { user } = opened
  const field = (label: string) => within(dialog).getByLabelText<HTMLInputElement>(new RegExp(`^${escaped(label)}`))
  const type = async (label: string, text: string) => {
    await user.clear(field(label))
    await user.type(field(label), text)
  }
  const choose = async (label: string, option: string) => {
    await user.click(field(label))
    await user.click(await screen.findByRole('option', { name: option }))
  }
  const update = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Update' })
  const fee = () => within(dialog).getByRole('status', { name: 'Fee' }).textContent
  const labels = () => [...dialog.querySelectorAll('form label')].map((label) => label.textContent)
  return { ...opened, dialog, field, type, choose, update, fee, labels }
}

function escaped(text: string): string {
  return text.replace(/[()]/g, String.raw`\$&`)
}

const editButton = (title: string) => screen.getByRole<HTMLButtonElement>('button', { name: `Edit ${title}` })

/** Returns the content of a card: label, value, label, value … */
function shown(title: string): string[] {
  const card = screen.getByRole('region', { name: title })
  return [...card.querySelectorAll('dt, dd')].map((part) => part.textContent ?? '')
}

describe('Merchant charges', () => {
  it("CHG-01 CHG-19 shows the merchant's charges on six cards", async () => {
    const { server } = await openCharges()
    await waitFor(() => expect(editButton('KYC').disabled).toBe(false))
    expect(server.requests).toEqual(['m1'])
    expect(
      screen
        .getAllByRole('heading', { level: 2 })
        .map((heading) => heading.textContent)
        .join(' | '),
    ).toBe('Transfers (Payout) | KYC | Static Account | Virtual Account | Subaccount | Child Wallet Transfer')
    expect(shown('Transfers (Payout)')).toEqual(
      ['Below ₦5,001', '₦10.00', '₦5,001 to ₦50,000', '₦25.00', 'Above ₦50,000', '₦50.00'].concat([
        'Wallet to wallet',
        '₦5.50',
      ]),
    )
    expect(shown('Subaccount')).toEqual(['Transfer charge', '₦12.00'])
    expect(shown('Child Wallet Transfer')).toEqual(['Transfer charge', '₦13.00'])
  })

  it('CHG-11 CHG-12 CHG-13 CHG-15 shows only the account fee fields that the fee type uses', async () => {
    await openCharges()
    await waitFor(() => expect(editButton('KYC').disabled).toBe(false))
    expect(shown('Virtual Account')).toEqual(
      ['Fee type', 'COMPOSITE', 'Percentage', '1.25%', 'Cap', '₦2,000.00'].concat(['Nominal', '₦100.00']),
    )
    expect(shown('Static Account').slice(4)).toEqual(['Inflow fee type', 'PERCENTAGE', 'Inflow percentage', '0.5%'])
  })

  it('CHG-11 CHG-14 shows NOMINAL as FLAT', async () => {
    await openCharges({ virtualAccounts: { type: 'NOMINAL', percentage: 0, cap: 0, nominal: 40 } })
    await waitFor(() => expect(editButton('KYC').disabled).toBe(false))
    expect(shown('Virtual Account')).toEqual(['Fee type', 'FLAT', 'Nominal', '₦40.00'])
  })

  it('shows a cap of 0 as no cap', async () => {
    await openCharges({ virtualAccounts: { ...usual.virtualAccounts, cap: 0 } })
    await waitFor(() => expect(editButton('KYC').disabled).toBe(false))
    expect(shown('Virtual Account')).toContain('No cap')
  })

  it('CHG-22 ERR-05 shows an error and refetches the charges on demand when they could not be fetched', async () => {
    const { user } = await openCharges({}, refuse(contract.charges.get, 404, { message: 'No' }))
    expect(await screen.findByText('Error Fetching Record')).toBeDefined()
    expect(screen.queryByRole('heading', { name: 'KYC' })).toBeNull()
    apiServer.use(answer(contract.charges.get, () => ({ charges: usual })))
    await user.click(screen.getByRole('button', { name: 'Refetch Record' }))
    expect(await screen.findByText('₦10.00')).toBeDefined()
    expect(screen.queryByText('Error Fetching Record')).toBeNull()
  })
})

describe('Charge form', () => {
  it.each([
    [
      'CHG-04 CHG-10',
      'Transfers (Payout)',
      'transfers',
      ['Below ₦5,001', '₦5,001 to ₦50,000', 'Above ₦50,000', 'Wallet to wallet'],
      { below5001: 1, below50001: 2, above50000: 3, walletToWalletCharge: 4 },
      ['₦1.00', '₦2.00', '₦3.00', '₦4.00'],
    ],
    [
      'CHG-05',
      'KYC',
      'kyc',
      ['BVN lookup', 'Name and DOB match', 'Name match', 'Persona'],
      { bvnLookup: 1, nameDobMatch: 2, nameMatch: 3, persona: 4 },
      ['₦1.00', '₦2.00', '₦3.00', '₦4.00'],
    ],
    [
      'CHG-06 CHG-12',
      'Static Account',
      'staticAccounts',
      ['Account creation', 'Monthly maintenance', 'Inflow percentage', 'Inflow cap', 'Inflow nominal'],
      {
        accountCreation: 1,
        maintenance: 2,
        inflows: { type: 'COMPOSITE', percentage: 3, cap: 4, nominal: 5 },
      },
      ['₦1.00', '₦2.00', 'COMPOSITE', '3%', '₦4.00', '₦5.00'],
    ],
    [
      'CHG-07 CHG-12',
      'Virtual Account',
      'virtualAccounts',
      ['Percentage', 'Cap', 'Nominal'],
      { type: 'COMPOSITE', percentage: 1, cap: 2, nominal: 3 },
      ['COMPOSITE', '1%', '₦2.00', '₦3.00'],
    ],
    ['CHG-08', 'Subaccount', 'subaccount', ['Transfer charge'], { transferCharge: 1 }, ['₦1.00']],
    ['CHG-09', 'Child Wallet Transfer', 'childAccount', ['Transfer charge'], { transferCharge: 1 }, ['₦1.00']],
  ] as const)(
    '%s CHG-02 CHG-20 CHG-21 edits %s and sends the complete group %s',
    async (_row, title, name, labels, data, after) => {
      const inflows = { type: 'COMPOSITE', percentage: 9, cap: 9, nominal: 9 } as const
      const before = { ...usual, staticAccounts: { ...usual.staticAccounts, inflows } }
      const { server, type, update, user } = await openForm(title, before)
      for (const [index, label] of labels.entries()) await type(label, String(index + 1))
      await user.click(update)
      expect(await screen.findByText('Charges updated')).toBeDefined()
      expect(server.sent).toEqual([{ merchantId: 'm1', type: name, data, expected: before[name] }])
      expect(screen.queryByRole('dialog')).toBeNull()
      await waitFor(() => expect(server.requests.length).toBe(2))
      await waitFor(() => expect(shown(title).filter((_, index) => index % 2 === 1)).toEqual(after))
    },
  )

  it('CHG-03 formats naira and percentages with two decimals', async () => {
    const { field, type, update, server, user } = await openForm('Virtual Account')
    expect(field('Percentage').value).toBe('1.25%')
    expect(field('Cap').value).toBe('₦2,000.00')
    await type('Cap', '12345.678')
    expect(field('Cap').value).toBe('₦12,345.67')
    await type('Nominal', '-7x.5')
    expect(field('Nominal').value).toBe('₦7.50')
    await user.click(update)
    await waitFor(() => expect(server.sent).toHaveLength(1))
    expect(server.sent).toMatchObject([{ data: { percentage: 1.25, cap: 12_345.67, nominal: 7.5 } }])
  })

  it('CHG-11 offers COMPOSITE, PERCENTAGE and FLAT and sends FLAT as NOMINAL', async () => {
    const { choose, field, update, server, user } = await openForm('Virtual Account')
    await user.click(field('Fee type'))
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
      'COMPOSITE',
      'PERCENTAGE',
      'FLAT',
    ])
    await user.keyboard('{Escape}')
    await choose('Fee type', 'FLAT')
    await user.click(update)
    await waitFor(() => expect(server.sent).toHaveLength(1))
    expect(server.sent).toMatchObject([{ data: { type: 'NOMINAL' } }])
  })

  it.each([
    ['CHG-12 CHG-15', 'Virtual Account', 'COMPOSITE', ['Fee type', 'Percentage', 'Cap', 'Nominal']],
    ['CHG-13 CHG-15', 'Virtual Account', 'PERCENTAGE', ['Fee type', 'Percentage']],
    ['CHG-14 CHG-15', 'Virtual Account', 'FLAT', ['Fee type', 'Nominal']],
    ['CHG-12 CHG-15', 'Static Account', 'COMPOSITE', ['Fee type', 'Percentage', 'Cap', 'Nominal']],
    ['CHG-13 CHG-15', 'Static Account', 'PERCENTAGE', ['Fee type', 'Percentage']],
    ['CHG-14 CHG-15', 'Static Account', 'FLAT', ['Fee type', 'Nominal']],
  ])('%s shows in %s for %s only the fields in use and sends the others as 0', async (_, title, option, inUse) => {
    const isStatic = title === 'Static Account'
    const fee = { type: option === 'FLAT' ? 'PERCENTAGE' : 'NOMINAL', percentage: 1, cap: 2, nominal: 3 } as const
    const opened = await openForm(title, {
      virtualAccounts: fee,
      staticAccounts: { ...usual.staticAccounts, inflows: fee },
    })
    const labels = isStatic ? inUse.map((label) => `Inflow ${label.toLowerCase()}`) : inUse
    await opened.choose(labels[0] ?? '', option)
    expect(opened.labels().slice(isStatic ? 2 : 0)).toEqual(labels)
    await opened.user.click(opened.update)
    await waitFor(() => expect(opened.server.sent).toHaveLength(1))
    const counts = (label: string, value: number) => (inUse.includes(label) ? value : 0)
    const sent = { percentage: counts('Percentage', 1), cap: counts('Cap', 2), nominal: counts('Nominal', 3) }
    expect(opened.server.sent).toMatchObject([{ data: isStatic ? { inflows: sent } : sent }])
  })

  it.each([
    ['Transfers (Payout)', ['Below ₦5,001', '₦5,001 to ₦50,000', 'Above ₦50,000', 'Wallet to wallet']],
    ['KYC', ['BVN lookup', 'Name and DOB match', 'Name match', 'Persona']],
    ['Subaccount', ['Transfer charge']],
    ['Child Wallet Transfer', ['Transfer charge']],
  ])(
    'CHG-16 CHG-17 VALID-28 requires every field of %s and enables Update only for valid changes',
    async (title, labels) => {
      const { user, field, type, update, dialog } = await openForm(title)
      expect(update.disabled).toBe(true)
      for (const label of labels) {
        const before = field(label).value
        await user.clear(field(label))
        await user.tab()
        expect(within(dialog).getByText('field is required')).toBeDefined()
        expect(field(label).getAttribute('aria-invalid')).toBe('true')
        expect(update.disabled).toBe(true)
        await type(label, '77')
        expect(within(dialog).queryByText('field is required')).toBeNull()
        expect(update.disabled).toBe(false)
        await type(label, before.slice(1))
        expect(update.disabled).toBe(true)
      }
    },
  )

  it.each([
    ['Static Account', ['Account creation', 'Monthly maintenance', 'Inflow percentage']],
    ['Virtual Account', ['Percentage', 'Cap', 'Nominal']],
  ])(
    'CHG-16 CHG-18 VALID-28 enables Update for %s after any change and validates all visible fields on submit',
    async (title, labels) => {
      const { user, field, update, dialog, server } = await openForm(title)
      expect(update.disabled).toBe(true)
      for (const label of labels) await user.clear(field(label))
      expect(update.disabled).toBe(false)
      await user.click(update)
      expect(within(dialog).getAllByText('field is required')).toHaveLength(labels.length)
      expect(server.sent).toEqual([])
    },
  )

  it('shows an error for values above their limit', async () => {
    const { type, user, dialog } = await openForm('Virtual Account')
    await type('Percentage', '100.01')
    await type('Cap', '100000000.01')
    await user.tab()
    expect(within(dialog).getByText('Must not be above 100')).toBeDefined()
    expect(within(dialog).getByText('Is too large')).toBeDefined()
  })

  it('CHG-17 locks the form while saving', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    let calls = 0
    const { type, user, dialog, update } = await openForm(
      'Subaccount',
      {},
      answer(contract.charges.update, async () => {
        calls += 1
        await released
        return {}
      }),
    )
    await type('Transfer charge', '20')
    await user.click(update)
    const busy = await within(dialog).findByRole<HTMLButtonElement>('button', { name: 'Updating...' })
    expect(busy.disabled).toBe(true)
    await user.keyboard('{Escape}')
    expect(screen.getByRole('dialog')).toBe(dialog)
    release()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(calls).toBe(1)
  })

  it('CHG-21 shows the outcome when the form was closed while saving', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const saves = answer(contract.charges.update, async () => {
      await released
      return {}
    })
    const { type, user, dialog, update, server } = await openForm('Subaccount', {}, saves)
    await type('Transfer charge', '20')
    await user.click(update)
    await user.click(await within(dialog).findByRole('button', { name: 'Leave' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(editButton('Subaccount'))
    release()
    expect(await screen.findByText('Done')).toBeDefined()
    await waitFor(() => expect(server.requests.length).toBe(2))
  })

  it('CHG-23 shows the server message when a change is rejected and keeps the input', async () => {
    const { type, user, field, update, server } = await openForm(
      'Subaccount',
      {},
      refuse(contract.charges.update, 403, { message: 'Your role may not change charges' }),
    )
    await type('Transfer charge', '20')
    await user.click(update)
    expect(await toast('Your role may not change charges')).toBeTruthy()
    expect(field('Transfer charge').value).toBe('₦20.00')
    expect(update.disabled).toBe(false)
    // The charges are read again while the form values stay.
    await waitFor(() => expect(server.requests.length).toBe(2))
    expect(field('Transfer charge').value).toBe('₦20.00')
  })

  it('CHG-23 shows the generic message when the server sends none', async () => {
    const { type, user, update } = await openForm(
      'Subaccount',
      {},
      refuse(contract.charges.update, 500, { message: '' }),
    )
    await type('Transfer charge', '20')
    await user.click(update)
    expect(await toast('Something went wrong')).toBeTruthy()
  })

  it('returns the focus to the button that opened the dialog', async () => {
    const { user } = await openForm('KYC')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(document.activeElement).toBe(editButton('KYC')))
  })
})

describe('Fee example', () => {
  it.each([
    ['5,000.99', '₦10.00'],
    ['5,001.00', '₦25.00'],
    ['50,000.00', '₦25.00'],
    ['50,000.01', '₦50.00'],
  ])('CHG-10 shows the fee of a transfer of %s', async (amount, fee) => {
    const opened = await openForm('Transfers (Payout)')
    expect(opened.fee()).toBe('₦25.00')
    await opened.type('Bank transfer of', amount)
    expect(opened.fee()).toBe(fee)
    expect(opened.update.disabled).toBe(true)
  })

  it('updates with the input and shows nothing while the input is incomplete', async () => {
    const { type, fee, choose, user, field } = await openForm('Virtual Account')
    expect(fee()).toBe('₦412.50')
    await type('Percentage', '1.5')
    expect(fee()).toBe('₦475.00')
    await type('Cap', '450')
    expect(fee()).toBe('₦450.00')
    await user.clear(field('Cap'))
    expect(fee()).toBe('_')
    await choose('Fee type', 'FLAT')
    expect(fee()).toBe('₦100.00')
    await user.clear(field('Inflow of'))
    expect(fee()).toBe('_')
  })

  it.each([
    ['Static Account', '₦125.00'],
    ['Subaccount', '₦12.00'],
    ['Child Wallet Transfer', '₦13.00'],
  ])('shows for %s the fee of 25,000.00', async (title, fee) => {
    const opened = await openForm(title)
    expect(opened.fee()).toBe(fee)
  })
})

/** Returns a change of the static accounts' inflow fee, followed by further ones. */
function changesOf(count: number): ChargeChange[] {
  const { staticAccounts } = usual
  const inflows = { type: 'COMPOSITE', percentage: 0.5, cap: 2000, nominal: 0 } as const
  return Array.from({ length: count }, (_, number) => ({
    id: `change-${number}`,
    changedAt: '2026-11-20T13:32:00.000Z',
    changedBy: 'Bola Ade',
    before: { staticAccounts },
    after: { staticAccounts: { ...staticAccounts, maintenance: 20, inflows } },
  }))
}

const history = async () => within(await screen.findByRole('group', { name: 'Changes' }))

describe('Charge history', () => {
  it('CHG-24 lists changes with operator, time and changed fields under the labels of the cards', async () => {
    const { server } = await openCharges()
    server.changes = changesOf(1)
    const cells = await (await history()).findAllByRole('cell')
    expect(cells.slice(0, 3).map((cell) => cell.textContent)).toEqual([
      '20-11-2026 14:32',
      'Bola Ade',
      'Static Account',
    ])
    expect([...(cells[3]?.children ?? [])].map((line) => line.textContent)).toEqual([
      'Monthly maintenance: ₦15.00 → ₦20.00',
      'Inflow fee type: PERCENTAGE → COMPOSITE',
      'Inflow cap: _ → ₦2,000.00',
      'Inflow nominal: _ → ₦0.00',
    ])
  })

  it('shows all changes on demand', async () => {
    const { server, user } = await openCharges()
    server.changes = changesOf(12)
    await user.click(await (await history()).findByRole('button', { name: 'Show all 12 changes' }))
    await waitFor(async () => expect((await history()).getAllByText('Bola Ade')).toHaveLength(12))
  })

  it('shows the empty state without changes and hides the section if the server lacks the call', async () => {
    const { unmount } = await openCharges()
    expect(await (await history()).findByText('No changes yet')).toBeDefined()
    unmount()
    await openCharges({}, refuse(contract.charges.history, 404, { message: 'No such call' }))
    await waitFor(() => expect(editButton('KYC').disabled).toBe(false))
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Changes' })).toBeNull())
  })
})
