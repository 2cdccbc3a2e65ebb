import { contract } from '@kobo/contract'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { answer, serverSession } from '../../testing/answer.ts'
import { adaeze } from '../../testing/api-server.ts'
import { renderConsole } from '../../testing/render-console.tsx'
import { settingsServer } from '../../testing/settings-server.ts'
import { isActive } from '../areas.ts'

const items = [
  ['SHELL-12', 'Merchants', '/merchants'],
  ['SHELL-13', 'Partners', '/partners'],
  ['SHELL-14', 'Wallets', '/wallets'],
  ['SHELL-15', 'Payout', '/payout'],
  ['SHELL-16', 'Refunds', '/refunds'],
  ['SHELL-17', 'Settlements', '/settlements'],
  ['SHELL-18', 'Payment Links', '/payment-links'],
  ['SHELL-19', 'Child Account', '/child-account'],
  ['SHELL-20', 'Cards', '/cards'],
  ['SHELL-21', 'Shops', '/shops'],
  ['SHELL-22', 'Virtual Account', '/virtual-account'],
  ['SHELL-23', 'Checkout', '/checkout'],
  ['SHELL-24', 'Sub Accounts', '/sub-accounts'],
  ['SHELL-25', 'Ledger Position', '/ledger-position'],
  ['SHELL-26', 'Disputes', '/disputes'],
  ['SHELL-27', 'Stores', '/stores'],
  ['SHELL-28', 'Juju Services', '/juju-services'],
  ['SHELL-29', 'Profit', '/profit'],
  ['SHELL-30', 'Contact Us', '/contact-us'],
  ['SHELL-31', 'Teams', '/teams'],
  ['SHELL-32', 'Settings', '/settings'],
] as const

async function navigation() {
  return within(await screen.findByRole('navigation', { name: 'Main' }))
}

describe('side navigation', () => {
  it.each(items)('%s links the navigation item %s to %s', async (_row, label, address) => {
    const { user } = renderConsole(address === '/teams' ? '/settings' : '/teams', settingsServer().handlers)
    const nav = await navigation()
    await user.click(nav.getByRole('link', { name: label }))
    expect(await screen.findByRole('heading', { level: 1, name: label })).toBeTruthy()
    expect(window.location.pathname).toBe(address)
    expect(nav.getByRole('link', { current: 'page' }).textContent).toBe(label)
    expect(document.title).toBe(`${label} · Kobo Console`)
  })

  it('SHELL-33 lists exactly the 21 items in order', async () => {
    renderConsole('/teams')
    const links = (await navigation()).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
      items.map(([, label, address]) => [label, address]),
    )
  })

  it('SHELL-34 marks an item as current while the path starts with its route', async () => {
    expect(isActive('/merchants/42', '/merchants')).toBe(true)
    expect(isActive('/merchants', '/wallets')).toBe(false)
    const routes = items.map(([, , address]) => address)
    for (const route of routes) expect(routes.filter((other) => isActive(other, route))).toEqual([route])

    renderConsole('/payout/b1/bulk')
    expect((await navigation()).getByRole('link', { current: 'page' }).textContent).toBe('Payout')
  })

  it('AUTH-04 shows the same navigation to an unknown role', async () => {
    renderConsole('/teams', [
      answer(contract.session.profile, () => ({ user: { ...adaeze, role: 'JANITOR' }, mode: serverSession.mode })),
    ])
    expect((await navigation()).getAllByRole('link')).toHaveLength(21)
    // Permissions are returned too, and the role itself does not affect the page.
    expect(await screen.findByRole('button', { name: /Invite/ })).toBeTruthy()
    expect(document.body.textContent).not.toMatch(/janitor/i)
  })

  it('AUTH-04 shows the role on the profile page', async () => {
    renderConsole('/settings', [
      answer(contract.session.profile, () => ({ user: { ...adaeze, role: 'JANITOR' }, mode: serverSession.mode })),
      ...settingsServer().handlers,
    ])
    expect(await screen.findByText(/janitor/i)).toBeTruthy()
  })

  it('lists the pages of daily work above the areas', async () => {
    const { user } = renderConsole('/teams')
    const main = await screen.findByRole('navigation', { name: 'Main' })
    const day = screen.getByRole('navigation', { name: 'Your day' })
    expect(day.compareDocumentPosition(main)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(within(day).getByText('Your day')).toBeTruthy()
    const links = within(day).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Transactions', '/search'],
      ['Audit', '/audit'],
    ])

    await user.click(within(day).getByRole('link', { name: 'Transactions' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Transactions' })).toBeTruthy()
    expect(within(day).getByRole('link', { current: 'page' }).textContent).toBe('Transactions')
    expect(within(main).queryByRole('link', { current: 'page' })).toBeNull()
  })

  it('collapses to labelled icons, and stays collapsed', async () => {
    const { user, unmount } = renderConsole('/teams')
    const nav = await navigation()
    await user.click(nav.getByRole('button', { name: 'Collapse navigation' }))
    expect(nav.getByRole('link', { name: 'Payment Links' }).textContent).toBe('')
    expect(screen.getByRole('link', { name: 'Transactions' }).textContent).toBe('')
    unmount()
    renderConsole('/teams')
    expect((await navigation()).getByRole('button', { name: 'Expand navigation' })).toBeTruthy()
  })
})
