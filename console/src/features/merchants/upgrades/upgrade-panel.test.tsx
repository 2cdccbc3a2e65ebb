import { contract } from '@kobo/contract'
import type { MerchantUpgrade } from '@kobo/contract/merchant-upgrades'
import { screen, waitFor, within } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { describe, expect, it } from 'vitest'
import { paths } from '../../../paths.ts'
import { answer, refuse } from '../../../testing/answer.ts'
import { apiServer } from '../../../testing/api-server.ts'
import { renderConsole } from '../../../testing/render-console.tsx'
import { anUpgrade } from '../../../testing/a-merchant.ts'

/** Server with one upgrade request that stores decisions. */
function upgradeServer(particulars: Partial<MerchantUpgrade> = {}) {
  const server = { upgrade: anUpgrade(particulars), requests: Array<string | null>(), sent: Array<unknown>() }
  const decide = (status: string) => (body: unknown) => {
    server.sent.push(body)
    server.upgrade = { ...server.upgrade, status }
    return {}
  }
  const { list, details, approve, decline } = contract.merchantUpgrades
  const handlers = [
    answer(list, () => ({ totalRecords: 1, upgrades: [server.upgrade] })),
    answer(details, ({ query }) => {
      server.requests.push(query.get('upgradeRequestId'))
      return { upgrade: server.upgrade }
    }),
    answer(approve, ({ body }) => decide('APPROVED')(body), 'Upgrade approved'),
    answer(decline, ({ body }) => decide('DECLINED')(body), 'Upgrade declined'),
  ]
  return { server, handlers }
}

async function openPanel(particulars: Partial<MerchantUpgrade> = {}, ...first: HttpHandler[]) {
  const { server, handlers } = upgradeServer(particulars)
  const opened = renderConsole(paths.merchants({ status: 'upgrade', upgrade: 'upgrade-1' }), [...first, ...handlers])
  const panel = await screen.findByRole('dialog', { name: 'Upgrade request' })
  return { ...opened, server, panel }
}

/** Opens the panel and the dialog of one decision. */
async function openDecision(action: 'Approve' | 'Decline', ...first: HttpHandler[]) {
  const opened = await openPanel({}, ...first)
  await opened.user.click(await within(opened.panel).findByRole('button', { name: action }))
  const dialog = await screen.findByRole('dialog', { name: `${action} upgrade` })
  return { ...opened, dialog }
}

describe('Upgrade panel', () => {
  it('PANEL-18 fetches nothing until the search params name an upgrade request', async () => {
    const { server, handlers } = upgradeServer()
    renderConsole(paths.merchants({ status: 'upgrade' }), handlers)
    await screen.findByText('Garki Fresh Foods')
    expect(server.requests).toEqual([])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('UPGRADE-02 shows the upgrade request in the search params', async () => {
    const { panel, server } = await openPanel()
    const link = await within(panel).findByRole('link', { name: 'Garki Fresh Foods' })
    expect(link.getAttribute('href')).toBe('/merchants/merchant-1')
    expect(server.requests).toEqual(['upgrade-1'])
    for (const text of [
      'Unregistered',
      'Registered',
      'RC 990817',
      'PENDING',
      'Certificate.pdf',
      '20 November 2026',
      '14:32:00',
    ]) {
      expect(within(panel).getByText(text)).toBeDefined()
    }
  })

  it('EVIDENCE-08 moves to the next request on J and to the previous one on K', async () => {
    const upgrades = [anUpgrade(), anUpgrade({ id: 'upgrade-2', registrationNumber: 'RC 1' })]
    const { user } = await openPanel(
      {},
      answer(contract.merchantUpgrades.list, () => ({ totalRecords: 2, upgrades })),
      answer(contract.merchantUpgrades.details, ({ query }) => {
        const found = upgrades.find(({ id }) => id === query.get('upgradeRequestId'))
        return { upgrade: found ?? anUpgrade() }
      }),
    )
    expect(await screen.findByText('1 of 2')).toBeDefined()
    await user.keyboard('j')
    expect(await screen.findByText('RC 1')).toBeDefined()
    await user.keyboard('k')
    expect(await screen.findByText('RC 990817')).toBeDefined()
  })

  it('ERR-07 shows an error and refetches the details on demand', async () => {
    const { panel, user } = await openPanel(
      {},
      refuse(contract.merchantUpgrades.details, 500, { message: 'The database is away' }),
    )
    expect(await within(panel).findByText('Error Fetching Details')).toBeDefined()
    apiServer.use(...upgradeServer().handlers)
    await user.click(within(panel).getByRole('button', { name: 'Refetch Details' }))
    expect(await within(panel).findByText('RC 990817')).toBeDefined()
  })

  it.each(['APPROVED', 'DECLINED'])(
    'shows the decision on a request that is %s and offers no actions',
    async (status) => {
      const decision = { staffName: 'Bola Ade', decidedAt: '2026-11-20T13:32:00Z', reason: 'Seen at the registry' }
      const { panel } = await openPanel({ status, decision })
      expect(await within(panel).findByText('Seen at the registry')).toBeDefined()
      expect(within(panel).getByText('Bola Ade')).toBeDefined()
      expect(within(panel).getByText(status)).toBeDefined()
      expect(within(panel).queryByRole('button', { name: /Approve|Decline/ })).toBeNull()
    },
  )

  it('offers decisions on a request that is IN-REVIEW', async () => {
    const { panel } = await openPanel({ status: 'IN-REVIEW' })
    expect(await within(panel).findByRole('button', { name: 'Approve' })).toBeDefined()
    expect(within(panel).getByRole('button', { name: 'Decline' })).toBeDefined()
  })
})

describe('Upgrade decision', () => {
  it('closes the dialog before the panel on Escape', async () => {
    const { user, panel } = await openDecision('Approve')
    await user.keyboard('{Escape}')
    expect(screen.getAllByRole('dialog')).toEqual([panel])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it.each(['Approve', 'Decline'] as const)('VALID-26 requires a reason to %s', async (action) => {
    const { user, dialog, server } = await openDecision(action)
    expect(within(dialog).getByText('Garki Fresh Foods')).toBeDefined()
    expect(within(dialog).getByText('Live mode')).toBeDefined()
    await user.click(within(dialog).getByRole('button', { name: action }))
    expect(within(dialog).getByText('Reason is required')).toBeDefined()
    expect(server.sent).toEqual([])
  })

  it('UPGRADE-04 requires a reason to approve, states that it is not sent and sends only the request', async () => {
    const { user, dialog, server, panel } = await openDecision('Approve')
    expect(within(dialog).getByText('Required here, but neither sent nor stored')).toBeDefined()
    await user.type(within(dialog).getByRole('textbox'), 'Seen at the registry')
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('Upgrade approved')).toBeDefined()
    expect(server.sent).toEqual([{ upgradeId: 'upgrade-1' }])
    expect(await within(panel).findByText('APPROVED')).toBeDefined()
  })

  it('UPGRADE-03 sends the request and the reason to decline', async () => {
    const { user, dialog, server, panel } = await openDecision('Decline')
    await user.type(within(dialog).getByRole('textbox'), 'Not in the registry')
    await user.click(within(dialog).getByRole('button', { name: 'Decline' }))
    expect(await screen.findByText('Upgrade declined')).toBeDefined()
    expect(server.sent).toEqual([{ upgradeId: 'upgrade-1', reason: 'Not in the registry' }])
    expect(await within(panel).findByText('DECLINED')).toBeDefined()
  })

  it.each([
    ['Approve', contract.merchantUpgrades.approve],
    ['Decline', contract.merchantUpgrades.decline],
  ] as const)('PANEL-20 shows Processing... while sending the request to %s', async (action, call) => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const { user, dialog } = await openDecision(
      action,
      answer(call, async () => {
        await released
        return {}
      }),
    )
    await user.type(within(dialog).getByRole('textbox'), 'Seen')
    await user.click(within(dialog).getByRole('button', { name: action }))
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Processing...' }).disabled).toBe(true)
    release()
    await waitFor(() => expect(screen.queryByRole('dialog', { name: `${action} upgrade` })).toBeNull())
  })

  it('PANEL-22 closes and refetches the request after a failed decline', async () => {
    const { user, dialog, server } = await openDecision(
      'Decline',
      refuse(contract.merchantUpgrades.decline, 500, { message: 'The database is away' }),
    )
    await user.type(within(dialog).getByRole('textbox'), 'Not in the registry')
    await user.click(within(dialog).getByRole('button', { name: 'Decline' }))
    expect(await screen.findByText('The database is away')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Decline upgrade' })).toBeNull())
    await waitFor(() => expect(server.requests).toHaveLength(2))
  })

  it('keeps the dialog and the reason when approving fails', async () => {
    const { user, dialog } = await openDecision(
      'Approve',
      refuse(contract.merchantUpgrades.approve, 500, { message: 'The database is away' }),
    )
    await user.type(within(dialog).getByRole('textbox'), 'Seen')
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('The database is away')).toBeDefined()
    expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox').value).toBe('Seen')
  })
})
