import { contract } from '@kobo/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { setServerTime } from '../../api/clock.ts'
import { paths } from '../../paths.ts'
import { aMerchant } from '../../testing/a-merchant.ts'
import { answer, refuse } from '../../testing/answer.ts'
import { apiServer } from '../../testing/api-server.ts'
import { withoutAdditions } from '../../testing/bare-console.ts'
import { aLien, lienServer } from '../../testing/lien-server.ts'
import { merchantServer } from '../../testing/merchant-server.ts'
import { renderConsole } from '../../testing/render-console.tsx'
import { signedInAs } from '../../testing/signed-in-as.ts'
import { walletServer } from '../../testing/wallet-server.ts'

function openWallet(start: Parameters<typeof lienServer>[0] = {}) {
  const { server, handlers } = lienServer(start)
  return { server, ...renderConsole(paths.wallet('w1'), [...handlers, ...walletServer().handlers]) }
}

async function openDialog(start: Parameters<typeof lienServer>[0] = {}) {
  const opened = openWallet(start)
  await opened.user.click(await screen.findByRole('button', { name: 'Place a lien' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Place a lien on Tunde Bakare' }))
  const send = () => opened.user.click(dialog.getByRole('button', { name: 'Place the lien' }))
  return { ...opened, dialog, send }
}

describe('Place a lien', () => {
  it('says what is held immediately and what is held as funds arrive, before it is sent', async () => {
    const { user, dialog, server } = await openDialog()
    expect(await dialog.findByText('₦80,000.00 is available now')).toBeDefined()
    await user.type(dialog.getByLabelText('Amount'), '50000')
    expect(dialog.getByText('₦80,000.00 is available now. All of it is held immediately')).toBeDefined()
    await user.clear(dialog.getByLabelText('Amount'))
    await user.type(dialog.getByLabelText('Amount'), '500000')
    expect(
      dialog.getByText('₦80,000.00 is available now. ₦80,000.00 is held immediately, the rest as funds arrive'),
    ).toBeDefined()
    expect(server.sent).toEqual([])
  })

  it('says that it waits for funds if nothing is available', async () => {
    const { dialog } = await openDialog({ impact: { availableBalance: 0 } })
    expect(await dialog.findByText('Nothing is available now. The lien is held as funds arrive')).toBeDefined()
  })

  it('sends amount and reason, then shows the lien on the page and still offers another', async () => {
    const { user, dialog, send, server } = await openDialog()
    await user.type(dialog.getByLabelText('Amount'), '2500.50')
    await user.type(dialog.getByLabelText('Reason'), 'Order of a court')
    await send()
    expect(await screen.findByText('The lien is placed')).toBeDefined()
    expect(server.sent).toEqual([{ accountId: 'w1', amount: 2500.5, reason: 'Order of a court' }])
    const panel = within(await screen.findByRole('region', { name: 'Liens' }))
    expect(
      panel.getByText(/^On lien ₦2,500.50 since 26-11-2026 19:20 by Ada Obi. Reason: Order of a court.$/),
    ).toBeDefined()
    expect(screen.getByRole('button', { name: 'Place a lien' })).toBeDefined()
  })

  it('requires an amount and a reason, and an end in the future', async () => {
    setServerTime(Date.parse('2026-11-27T08:30:00.000Z'))
    const { user, dialog, send, server } = await openDialog()
    fireEvent.change(dialog.getByLabelText('Ends by itself (optional)'), { target: { value: '27/11/2026' } })
    await send()
    expect(await dialog.findByText('Amount is required')).toBeDefined()
    expect(dialog.getByText('Reason is required')).toBeDefined()
    expect(dialog.getByText('The end must be in the future')).toBeDefined()
    await user.type(dialog.getByLabelText('Amount'), '10')
    await user.type(dialog.getByLabelText('Reason'), 'Court')
    await user.click(dialog.getByLabelText('At, in Lagos', { selector: 'input' }))
    await user.click(await screen.findByRole('option', { name: '10:00', hidden: true }))
    await send()
    await waitFor(() => expect(server.sent).toHaveLength(1))
    expect(server.sent[0]).toMatchObject({ amount: 10, until: '2026-11-27T10:00:00+01:00' })
  })

  it('shows the email that the merchant will receive', async () => {
    const { user, dialog } = await openDialog({ impact: { hasWebhook: true } })
    await user.type(dialog.getByLabelText('Amount'), '700')
    expect(await dialog.findByText('Email to the merchant: accounts@lekki.ng, and by webhook')).toBeDefined()
    expect(dialog.getByText('₦700.00 of Tunde Bakare is blocked')).toBeDefined()
    expect(dialog.getByText(/We placed a lien of ₦700.00 on the balance of Tunde Bakare/)).toBeDefined()
  })

  it('keeps the dialog and its input when the server refuses', async () => {
    const { user, dialog, send } = await openDialog()
    const message = 'Tunde Bakare has 100 open liens, the most it can have'
    apiServer.use(refuse(contract.liens.place, 409, { message, code: 'conflict' }))
    await user.type(dialog.getByLabelText('Amount'), '10')
    await user.type(dialog.getByLabelText('Reason'), 'Court')
    await send()
    expect(await screen.findByText(message)).toBeDefined()
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Court')
  })

  it('is not offered on a server without liens', async () => {
    withoutAdditions()
    const { server } = openWallet({ liens: [aLien()] })
    await screen.findByRole('heading', { level: 1, name: 'Tunde Bakare' })
    // Anything else would be loaded by now.
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(screen.queryByRole('button', { name: 'Place a lien' })).toBeNull()
    expect(server.asked).toEqual([])
  })

  it('is offered for a merchant as soon as it has an account', async () => {
    const wallet = { accountNumber: '9901234567', availableBalance: 5, bookedBalance: 5 }
    const { handlers } = lienServer()
    let merchant = aMerchant({ id: 'm1', businessName: 'Lekki Stores', wallet: null })
    const { unmount } = renderConsole(paths.merchant('m1'), [...handlers, ...merchantServer(() => merchant)])
    await screen.findByRole('button', { name: 'Freeze' })
    expect(screen.queryByRole('button', { name: 'Place a lien' })).toBeNull()
    unmount()
    merchant = { ...merchant, wallet }
    renderConsole(paths.merchant('m1'), [...handlers, ...merchantServer(() => merchant)])
    expect(await screen.findByRole('button', { name: 'Place a lien' })).toBeDefined()
  })
})

describe('Open liens', () => {
  it('sums what they hold and want, in a live region, and shows all of many on request', async () => {
    const five = Array.from({ length: 5 }, (_, index) =>
      aLien({ id: `lien-${index}`, amount: 0.1, held: index === 0 ? 0.02 : 0.1, reason: `Case ${index}` }),
    )
    const { user, server } = openWallet({ liens: five })
    const panel = await screen.findByRole('region', { name: 'Liens' })
    expect(panel.textContent).toContain('On lien ₦0.42 of ₦0.50; the rest is held as funds arrive')
    expect(panel.textContent).toContain('₦0.02 of ₦0.10 since 26-11-2026 19:20 by Ada Obi. Reason: Case 0.')
    expect(panel.closest('[role="status"]')).not.toBeNull()
    expect(server.asked).toEqual(['page=1&size=100&accountId=w1&status=OPEN'])
    expect(within(panel).getAllByRole('listitem')).toHaveLength(3)
    await user.click(within(panel).getByRole('button', { name: 'Show all 5 liens' }))
    expect(within(panel).getAllByRole('listitem')).toHaveLength(5)
  })

  it('says in one sentence what a single lien holds, why and until when', async () => {
    openWallet({ liens: [aLien({ held: 20_000, until: '2026-11-27T08:00:00.000Z' })] })
    expect(
      await screen.findByText(
        'On lien ₦20,000.00 of ₦50,000.00 since 26-11-2026 19:20 by Ada Obi. Reason: Order of a court. The rest is held as funds arrive. Ends 27-11-2026 09:00 at the latest.',
      ),
    ).toBeDefined()
  })

  it('releases one with a reason, and moves the focus to the page', async () => {
    const { user, server } = openWallet({ liens: [aLien()] })
    await user.click(await screen.findByRole('button', { name: 'Release the lien of ₦50,000.00' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Release the lien' }))
    expect(dialog.getByText(/₦50,000.00 is available again/)).toBeDefined()
    await user.type(dialog.getByLabelText('Reason'), 'The court lifted it')
    await user.click(dialog.getByRole('button', { name: 'Release the lien' }))
    await waitFor(() => expect(server.sent).toEqual([{ lienId: 'lien-1', reason: 'The court lifted it' }]))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Liens' })).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  })

  it('reports that they could not be loaded', async () => {
    const { handlers } = lienServer({ liens: [aLien()] })
    const broken = refuse(contract.liens.list, 403, { message: 'Not allowed' })
    const { user } = renderConsole(paths.wallet('w1'), [broken, ...handlers, ...walletServer().handlers])
    await screen.findByText('The liens could not be loaded')
    apiServer.use(...handlers)
    await user.click(screen.getByRole('button', { name: 'Refetch Details' }))
    expect(await screen.findByRole('region', { name: 'Liens' })).toBeDefined()
    expect(screen.queryByText('The liens could not be loaded')).toBeNull()
  })

  it('are absent for operators who may not read merchants', async () => {
    const reading = signedInAs('SUPPORT', { rights: [{ permission: 'wallets.read' }] })
    renderConsole(paths.wallet('w1'), [reading, ...walletServer({ isFrozen: true }).handlers])
    // The freezes, which they may not read either, are rejected at the same time.
    await screen.findByText('The freeze could not be loaded')
    expect(screen.queryByText('The liens could not be loaded')).toBeNull()
  })
})

const merchant = { id: 'm1', businessName: 'Lekki Stores' }
const account = {
  createdAt: '2026-11-20T13:32:00.000Z',
  accountNumber: '9901234567',
  bankName: 'Providus Bank',
  balance: 500,
  merchant,
}
const records = [
  answer(contract.childAccounts.transactions, () => ({
    totalRecords: 0,
    transactions: [],
    account: { ...account, id: 'a1', accountName: 'Rent of Tunde', status: 'ACTIVE' },
  })),
  answer(contract.merchants.info, () => ({ merchant: aMerchant(merchant) })),
  answer(contract.subAccounts.info, () => ({
    subaccount: { ...account, id: 'a1', name: 'Rent of Tunde', status: 'ACTIVE' },
  })),
  answer(contract.settlements.list, () => ({ totalRecords: 0, settlements: [] })),
  answer(contract.stores.list, () => ({ totalRecords: 1, stores: [{ ...account, id: 'a1', name: 'Rent of Tunde' }] })),
]

it.each([
  ['child account', paths.merchantChildren('m1', { accountId: 'a1' })],
  ['store', paths.stores({ status: 'stores', storeId: 'a1' })],
  ['sub-account', paths.subAccountSettlements('m1', 'a1')],
])('shows the liens of a %s on its page, which offers another', async (_kind, address) => {
  const { server, handlers } = lienServer({ liens: [aLien({ accountId: 'a1', walletId: null })] })
  const { user } = renderConsole(address, [...handlers, ...records])
  expect(await screen.findByRole('region', { name: 'Liens' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Place a lien' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Place a lien on Rent of Tunde' }))
  await user.type(dialog.getByLabelText('Amount'), '10')
  await user.type(dialog.getByLabelText('Reason'), 'Court')
  await user.click(dialog.getByRole('button', { name: 'Place the lien' }))
  await waitFor(() => expect(server.sent).toEqual([{ accountId: 'a1', amount: 10, reason: 'Court' }]))
})
