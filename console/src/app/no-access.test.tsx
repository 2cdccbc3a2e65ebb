import { contract } from '@kobo/contract'
import type { Call } from '@kobo/contract/kit/call'
import { builtInRoles } from '@kobo/contract/kit/built-in-roles'
import { permissionAreas } from '@kobo/contract/kit/permission-areas'
import { createMemoryHistory } from '@tanstack/react-router'
import type { User } from '@kobo/contract/session'
import { screen, within } from '@testing-library/react'
import type { HttpHandler } from 'msw'
import { describe, expect, it } from 'vitest'
import { updateUser } from '../api/session-store.ts'
import { refuse } from '../testing/answer.ts'
import { apiServer, askedOfServer } from '../testing/api-server.ts'
import { bareServer } from '../testing/bare-reply.ts'
import { renderConsole } from '../testing/render-console.tsx'
import { signedInAs, userInRole } from '../testing/signed-in-as.ts'
import { areas } from './areas.ts'
import { createConsoleRouter } from './router.ts'

// The outages of the test server are none.
const { session: _, outside: __, ...others } = contract
const calls = Object.values(others).flatMap((area): Call[] => Object.values(area))

/** Signs in with these rights on a server that rejects every other call. */
function withRights(changes: Partial<User>): HttpHandler[] {
  const isGranted = ({ permission }: Call) => changes.rights?.some((right) => right.permission === permission)
  const rejected = calls.filter((call) => call.permission !== 'own' && !isGranted(call))
  return [
    signedInAs('SUPPORT', { roleName: 'Night desk', ...changes }),
    ...rejected.map((call) => refuse(call, 403, { code: 'not_permitted', message: 'Not permitted' })),
    ...bareServer(calls),
  ]
}

/** Address of every record page. */
const records = Object.keys(createConsoleRouter(createMemoryHistory()).routesByPath)
  .filter((path) => /\/\$\w+/.test(path))
  .map((path) => path.replaceAll(/\$\w+/g, 'some id'))

const noRights = { rights: [] }
const auditor = builtInRoles.find(({ id }) => id === 'AUDITOR')?.rights ?? []
const without = (permission: string) => ({
  rights: auditor.filter((right) => right.permission !== permission),
})

async function notice() {
  const [first] = await screen.findAllByText(/^You have no access to /)
  const view = first?.closest('[role="status"]')
  return Array.from(view?.querySelectorAll('p') ?? [], ({ textContent }) => textContent)
}

describe('an area that the role does not include', () => {
  it.each(areas.map(({ path }) => path).filter((path) => path !== '/settings'))(
    'is named in place of the list at %s, below its heading',
    async (address) => {
      renderConsole(address, withRights(noRights))
      const [title, sentence] = await notice()
      expect(permissionAreas.map(({ area }) => `You have no access to ${area}`)).toContain(title)
      expect(sentence).toMatch(
        /^Your role, Night desk, does not include [A-Z].*: see\. An administrator can change that\.$/,
      )
      expect(screen.getByRole('heading', { level: 1 })).toBeTruthy()
      const main = within(screen.getByRole('main'))
      expect(main.queryByRole('table')).toBeNull()
      expect(main.queryByRole('button', { name: /Export|Filter by|Refetct List/ })).toBeNull()
    },
  )

  it('SHELL-33 AUTH-04 stays in the navigation', async () => {
    renderConsole('/profit', withRights(noRights))
    await notice()
    const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link')
    expect(links).toHaveLength(21)
  })

  it('is not requested', async () => {
    const { router } = renderConsole('/teams', withRights(without('profit.read')))
    await screen.findAllByText('some email')
    const requests = askedOfServer()
    await router.navigate({ href: '/profit' })
    expect(await notice()).toEqual([
      'You have no access to Profit',
      'Your role, Night desk, does not include Profit: see. An administrator can change that.',
    ])
    expect(requests.filter((request) => /profit/.test(request))).toEqual([])
  })

  it('is shown as soon as the role includes it', async () => {
    renderConsole('/profit?status=profit-details', withRights(without('profit.read')))
    await notice()
    apiServer.use(...bareServer([contract.profit.list]))
    updateUser(userInRole('AUDITOR'))
    await screen.findByRole('table')
    expect(screen.queryByText(/^You have no access/)).toBeNull()
  })

  it('replaces rows when the server no longer permits them', async () => {
    renderConsole('/teams', bareServer(calls))
    await screen.findByRole('table')
    apiServer.use(refuse(contract.invites.list, 403, { code: 'not_permitted', message: 'Not permitted' }))
    updateUser(userInRole('ADMIN'))
    expect(await notice()).toContain('You have no access to Teams')
    expect(screen.queryByRole('table')).toBeNull()
  })
})

describe('a record that the role does not include', () => {
  it.each(records)('is named in place of the page %s, below a heading', async (address) => {
    renderConsole(address, withRights(noRights))
    await notice()
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
    expect(screen.getByRole('main').textContent).not.toMatch(/Error Fetching|could not be shown/)
  })

  it('is named within a panel when the server no longer permits it', async () => {
    renderConsole('/cards?status=batches&batchId=some id', [
      refuse(contract.cards.batchDetails, 403, { code: 'not_permitted', message: 'Not permitted' }),
      ...bareServer(calls),
    ])
    const panel = within(await screen.findByRole('dialog'))
    expect(await panel.findByText('You have no access to Cards')).toBeTruthy()
  })

  it.each([
    ['transactions', 'Transactions'],
    ['charges', 'Charges'],
    ['wallet-transactions', 'Transactions'],
  ])('is named within the tab %s of a page that it does include', async (tab, area) => {
    const { see } = permissionAreas.find((each) => each.area === area) ?? {}
    renderConsole(`/merchants/some id?status=${tab}`, withRights(without(see ?? '')))
    const panel = within(await screen.findByRole('tabpanel'))
    expect(await panel.findByText(`You have no access to ${area}`)).toBeTruthy()
    expect((await screen.findAllByText('some businessName')).length).toBeGreaterThan(0)
  })
})
