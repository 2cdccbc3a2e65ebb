import { contract } from '@kobo/contract'
import { type Merchant, merchantFlags } from '@kobo/contract/merchants'
import { screen, waitFor, within } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { describe, expect, it } from 'vitest'
import { paths } from '../../../../paths.ts'
import { answer, refuse } from '../../../../testing/answer.ts'
import { apiServer, askedOfServer } from '../../../../testing/api-server.ts'
import { withoutAdditions } from '../../../../testing/bare-console.ts'
import { renderConsole } from '../../../../testing/render-console.tsx'
import { returnToWindow } from '../../../../testing/return-to-window.ts'
import { aMerchant } from '../../../../testing/a-merchant.ts'
import { merchantServer } from '../../../../testing/merchant-server.ts'

const labels = {
  isRefundEnabled: 'Refunds',
  autoInstantSettlement: 'Automatic instant settlement',
  autoSettlement: 'Automatic settlement',
  isConsentFormApproved: 'Consent form approved',
  isAgencyNetworkConsentFormApproved: 'Agency network consent form approved',
  enableSameBVNOrPhoneNumberForWalletCreation: 'Same BVN or phone number for wallets',
}

/** Flags whose change needs a reason. */
const withReason = new Set<string>(['isRefundEnabled', 'autoInstantSettlement', 'autoSettlement'])

/** Opens the page on a server that records requests. */
async function openFlags(particulars: Partial<Merchant> = {}, ...handlers: HttpHandler[]) {
  const server = { merchant: aMerchant(particulars), reads: 0, sent: Array<unknown>() }
  const opened = renderConsole(paths.merchant(server.merchant.id), [
    ...handlers,
    answer(
      contract.merchants.configure,
      ({ body }) => {
        server.sent.push(body)
        server.merchant = { ...server.merchant, ...contract.merchants.configure.body.parse(body) }
        return {}
      },
      'Configuration updated',
    ),
    answer(
      contract.cards.setUp,
      ({ body }) => {
        server.sent.push(body)
        server.merchant = { ...server.merchant, isCardEnabled: true }
        return {}
      },
      'Cards are enabled',
    ),
    ...merchantServer(() => {
      server.reads += 1
      return server.merchant
    }, server.merchant.id),
  ])
  await screen.findByRole('switch', { name: 'Refunds' })
  return { ...opened, server }
}

const flag = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name })

/** Response that the test releases. */
function delayResponse() {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  return { released, release: () => release() }
}

describe('Merchant flags', () => {
  it.each([
    ['MDETAIL-07', 'isRefundEnabled'],
    ['MDETAIL-08', 'autoInstantSettlement'],
    ['MDETAIL-09', 'autoSettlement'],
    ['MDETAIL-10', 'isConsentFormApproved'],
    ['MDETAIL-11', 'isAgencyNetworkConsentFormApproved'],
    ['MDETAIL-12', 'enableSameBVNOrPhoneNumberForWalletCreation'],
  ] as const)('%s MDETAIL-16 shows a toggle for %s that sends only the merchant and that flag', async (_, name) => {
    const { server, user } = await openFlags({ isCardEnabled: false })
    const before = server.merchant[name]
    expect(flag(labels[name]).checked).toBe(before)
    await user.click(flag(labels[name]))
    const reason = withReason.has(name) ? { reason: 'Asked by phone' } : {}
    if (reason.reason) {
      await user.type(await screen.findByLabelText('Reason'), reason.reason)
      await user.click(screen.getByRole('button', { name: before ? 'Switch off' : 'Switch on' }))
    }
    expect(await screen.findByText('Configuration updated')).toBeDefined()
    expect(server.sent).toEqual([{ merchantId: server.merchant.id, [name]: !before, ...reason }])
    await waitFor(() => expect(server.reads).toBe(2))
    expect(flag(labels[name]).checked).toBe(!before)
    for (const other of merchantFlags) {
      if (other !== name) expect(flag(labels[other]).checked).toBe(server.merchant[other])
    }
  })

  it('MDETAIL-15 shows the change immediately and ignores a second one while the first is pending', async () => {
    const response = delayResponse()
    let calls = 0
    const { user, server } = await openFlags(
      { isConsentFormApproved: true },
      answer(contract.merchants.configure, async () => {
        calls += 1
        await response.released
        server.merchant = { ...server.merchant, isConsentFormApproved: false }
        return {}
      }),
    )
    await user.dblClick(flag(labels.isConsentFormApproved))
    expect(flag(labels.isConsentFormApproved).checked).toBe(false)
    await waitFor(() => expect(calls).toBe(1))
    response.release()
    await waitFor(() => expect(server.reads).toBe(2))
    expect(flag(labels.isConsentFormApproved).checked).toBe(false)
    expect(calls).toBe(1)
  })

  it('MDETAIL-15 never reverts to data read before the change', async () => {
    const reload = delayResponse()
    const shown: boolean[] = []
    const { user, server } = await openFlags({ isConsentFormApproved: true })
    apiServer.use(
      answer(contract.merchants.info, async () => {
        server.reads += 1
        await reload.released
        return { merchant: server.merchant }
      }),
    )
    await user.click(flag(labels.isConsentFormApproved))
    expect(flag(labels.isConsentFormApproved).checked).toBe(false)
    const observer = new MutationObserver(() => shown.push(flag(labels.isConsentFormApproved).checked))
    observer.observe(document.body, { subtree: true, childList: true, attributes: true })
    await waitFor(() => expect(server.reads).toBe(2))
    shown.push(flag(labels.isConsentFormApproved).checked)
    reload.release()
    await screen.findByText('Configuration updated')
    shown.push(flag(labels.isConsentFormApproved).checked)
    observer.disconnect()
    expect(new Set(shown)).toEqual(new Set([false]))
  })

  it('MDETAIL-17 shows the server message of a rejected change, reverts it and refetches the merchant', async () => {
    const { user, server } = await openFlags(
      { isConsentFormApproved: true },
      refuse(contract.merchants.configure, 422, { message: 'The form is not allowed for this merchant' }),
    )
    await user.click(flag(labels.isConsentFormApproved))
    expect(await screen.findByText('The form is not allowed for this merchant')).toBeDefined()
    await waitFor(() => expect(server.reads).toBe(2))
    expect(flag(labels.isConsentFormApproved).checked).toBe(true)
  })
})

describe('Flags by which money moves', () => {
  it.each([
    ['isRefundEnabled', true],
    ['autoInstantSettlement', false],
    ['autoSettlement', true],
  ] as const)('MDETAIL-15 MDETAIL-16 sends %s with a reason and shows the change immediately', async (name, before) => {
    const response = delayResponse()
    const { user, server } = await openFlags({ [name]: before })
    apiServer.use(
      answer(contract.merchants.configure, async ({ body }) => {
        server.sent.push(body)
        await response.released
        server.merchant = { ...server.merchant, [name]: !before }
        return {}
      }),
    )
    await user.click(flag(labels[name]))
    const action = before ? 'Switch off' : 'Switch on'
    const opened = within(await screen.findByRole('dialog', { name: `${action}: ${labels[name]}` }))
    await user.click(opened.getByRole('button', { name: action }))
    expect(opened.getByText('Reason is required')).toBeDefined()
    expect([server.sent, flag(labels[name]).checked]).toEqual([[], before])
    await user.type(opened.getByLabelText('Reason'), ' Asked by phone ')
    await user.click(opened.getByRole('button', { name: action }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(flag(labels[name]).checked).toBe(!before)
    await waitFor(() => expect(server.sent).toHaveLength(1))
    response.release()
    await waitFor(() => expect(server.reads).toBe(2))
    expect(server.sent).toEqual([{ merchantId: server.merchant.id, [name]: !before, reason: 'Asked by phone' }])
    expect(flag(labels[name]).checked).toBe(!before)
  })

  it('MDETAIL-16 are sent alone and at once on a server that records no reason', async () => {
    withoutAdditions()
    const { user, server } = await openFlags({ isRefundEnabled: true })
    await user.click(flag('Refunds'))
    await waitFor(() => expect(server.sent).toEqual([{ merchantId: server.merchant.id, isRefundEnabled: false }]))
  })

  it('keep the chosen direction when a colleague changes the flag first', async () => {
    const { user, server } = await openFlags({ isRefundEnabled: true })
    await user.click(flag('Refunds'))
    const opened = within(await screen.findByRole('dialog', { name: 'Switch off: Refunds' }))
    await user.type(opened.getByLabelText('Reason'), 'Asked by phone')
    server.merchant = { ...server.merchant, isRefundEnabled: false }
    returnToWindow()
    expect(await opened.findByText('This flag is now off.')).toBeDefined()
    expect(screen.getByRole('dialog', { name: 'Switch off: Refunds' })).toBeDefined()
    expect(opened.getByRole<HTMLButtonElement>('button', { name: 'Switch off' }).disabled).toBe(true)
    await user.type(opened.getByLabelText('Reason'), '{Control>}{Enter}')
    expect(server.sent).toEqual([])
  })

  it('stay as they are when the operator gives no reason', async () => {
    const { user, server } = await openFlags({ isRefundEnabled: true })
    await user.click(flag('Refunds'))
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect([flag('Refunds').checked, server.sent]).toEqual([true, []])
  })
})

describe('Last change of a flag', () => {
  const change = {
    flag: 'isRefundEnabled',
    before: false,
    after: true,
    at: '2026-11-26T13:03:00.000Z',
    staffName: 'Adaeze Okonkwo',
    reason: 'Contract signed',
  }
  const rowOf = (name: string) => flag(name).closest('[aria-busy]')?.lastChild?.textContent

  it('names who made it, when, from what and why, beside each flag', async () => {
    const silent = { ...change, flag: 'autoSettlement', before: true, after: false, reason: null }
    const changes = answer(contract.merchants.configurationChanges, () => ({ changes: [change, silent] }))
    await openFlags({}, changes)
    await waitFor(() =>
      expect(rowOf('Refunds')).toBe('Changed by Adaeze Okonkwo on 26-11-2026 14:03, from Off: Contract signed'),
    )
    expect(rowOf('Automatic settlement')).toBe('Changed by Adaeze Okonkwo on 26-11-2026 14:03, from On')
    expect(rowOf('Consent form approved')).toBe('No change recorded')
  })

  it('is requested after the merchant, and its line is there before', async () => {
    const response = delayResponse()
    const requests = askedOfServer()
    const changes = answer(contract.merchants.configurationChanges, async () => {
      await response.released
      return { changes: [change] }
    })
    await openFlags({}, changes)
    await waitFor(() => expect(requests).toContain('GET /api/admin/merchant/configuration/changes'))
    expect(requests.indexOf('GET /api/admin/merchant/configuration/changes')).toBeGreaterThan(
      requests.indexOf(`GET /api${contract.merchants.info.path}`),
    )
    expect(rowOf('Refunds')).toBe('')
    response.release()
    await waitFor(() => expect(rowOf('Refunds')).toMatch(/^Changed by Adaeze/))
  })

  it('is not shown on a server that does not record it', async () => {
    withoutAdditions()
    const requests = askedOfServer()
    await openFlags()
    expect(requests.filter((request) => request.includes('configuration'))).toEqual([])
    expect(screen.queryByText(/^(Changed by|No change)/)).toBeNull()
  })

  it('may fail alone', async () => {
    await openFlags({}, refuse(contract.merchants.configurationChanges, 500, { message: 'Broken' }))
    await waitFor(() => expect(rowOf('Refunds')).toBe('Last change not available'))
    expect(flag('Refunds')).toBeDefined()
  })
})

describe('Card activation', () => {
  it('MDETAIL-13 hides the button after cards are enabled', async () => {
    await openFlags({ isCardEnabled: true })
    expect(screen.queryByRole('switch', { name: 'Cards' })).toBeNull()
  })

  it('MDETAIL-13 MDETAIL-14 asks for confirmation, enables cards and hides the button', async () => {
    const { user, server } = await openFlags({ isCardEnabled: false })
    await user.click(flag('Cards'))
    const dialog = await screen.findByRole('dialog', { name: 'Enable cards' })
    expect(dialog.textContent).toContain('Adire & Indigo Textiles Ltd will be able to issue cards in Live mode')
    await user.click(within(dialog).getByRole('button', { name: 'Enable cards' }))
    expect(within(dialog).getByText('Reason is required')).toBeDefined()
    expect(server.sent).toEqual([])
    await user.type(within(dialog).getByLabelText('Reason'), 'Contract signed')
    await user.click(within(dialog).getByRole('button', { name: 'Enable cards' }))
    expect(await screen.findByText('Cards are enabled')).toBeDefined()
    expect(server.sent).toEqual([{ merchantId: server.merchant.id, reason: 'Contract signed' }])
    await waitFor(() => expect(screen.queryByRole('switch', { name: 'Cards' })).toBeNull())
  })

  it('MDETAIL-14 keeps the dialog and its reason when a colleague enables cards first', async () => {
    const { user, server } = await openFlags({ isCardEnabled: false })
    await user.click(flag('Cards'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Enable cards' }))
    await user.type(dialog.getByLabelText('Reason'), 'Contract signed')
    server.merchant = { ...server.merchant, isCardEnabled: true }
    returnToWindow()
    expect(await dialog.findByText('Cards are already enabled.')).toBeDefined()
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Enable cards' }).disabled).toBe(true)
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Contract signed')
    expect(screen.queryByRole('switch', { name: 'Cards' })).toBeNull()
    expect(server.sent).toEqual([])
  })

  it('MDETAIL-14 asks for no reason on a server that does not record it', async () => {
    withoutAdditions()
    const { user, server } = await openFlags({ isCardEnabled: false })
    await user.click(flag('Cards'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Enable cards' }))
    expect(dialog.queryByLabelText(/^Reason/)).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Enable cards' }))
    await waitFor(() => expect(server.sent).toEqual([{ merchantId: server.merchant.id }]))
  })

  it('MDETAIL-14 sends nothing when the operator cancels', async () => {
    const { user, server } = await openFlags({ isCardEnabled: false })
    await user.click(flag('Cards'))
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(flag('Cards').checked).toBe(false)
    expect(server.sent).toEqual([])
  })
})
