import { contract } from '@kobo/contract'
import { type Merchant, merchantFlags } from '@kobo/contract/merchants'
import { screen, waitFor, within } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { describe, expect, it } from 'vitest'
import { paths } from '../../../../paths.ts'
import { answer, refuse } from '../../../../testing/answer.ts'
import { apiServer } from '../../../../testing/api-server.ts'
import { renderConsole } from '../../../../testing/render-console.tsx'
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
    }),
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
    expect(await screen.findByText('Configuration updated')).toBeDefined()
    expect(server.sent).toEqual([{ merchantId: server.merchant.id, [name]: !before }])
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
      {},
      answer(contract.merchants.configure, async () => {
        calls += 1
        await response.released
        server.merchant = { ...server.merchant, isRefundEnabled: false }
        return {}
      }),
    )
    await user.dblClick(flag('Refunds'))
    expect(flag('Refunds').checked).toBe(false)
    await waitFor(() => expect(calls).toBe(1))
    response.release()
    await waitFor(() => expect(server.reads).toBe(2))
    expect(flag('Refunds').checked).toBe(false)
    expect(calls).toBe(1)
  })

  it('MDETAIL-15 never reverts to data read before the change', async () => {
    const reload = delayResponse()
    const shown: boolean[] = []
    const { user, server } = await openFlags()
    apiServer.use(
      answer(contract.merchants.info, async () => {
        server.reads += 1
        await reload.released
        return { merchant: server.merchant }
      }),
    )
    await user.click(flag('Refunds'))
    expect(flag('Refunds').checked).toBe(false)
    const observer = new MutationObserver(() => shown.push(flag('Refunds').checked))
    observer.observe(document.body, { subtree: true, childList: true, attributes: true })
    await waitFor(() => expect(server.reads).toBe(2))
    shown.push(flag('Refunds').checked)
    reload.release()
    await screen.findByText('Configuration updated')
    shown.push(flag('Refunds').checked)
    observer.disconnect()
    expect(new Set(shown)).toEqual(new Set([false]))
  })

  it('MDETAIL-17 shows the server message of a rejected change, reverts it and refetches the merchant', async () => {
    const { user, server } = await openFlags(
      {},
      refuse(contract.merchants.configure, 422, { message: 'Refunds are not allowed for this merchant' }),
    )
    await user.click(flag('Refunds'))
    expect(await screen.findByText('Refunds are not allowed for this merchant')).toBeDefined()
    await waitFor(() => expect(server.reads).toBe(2))
    expect(flag('Refunds').checked).toBe(true)
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
    expect(server.sent).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Enable cards' }))
    expect(await screen.findByText('Cards are enabled')).toBeDefined()
    expect(server.sent).toEqual([{ merchantId: server.merchant.id }])
    await waitFor(() => expect(screen.queryByRole('switch', { name: 'Cards' })).toBeNull())
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
