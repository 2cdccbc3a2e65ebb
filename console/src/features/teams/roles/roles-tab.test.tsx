import { contract } from '@kobo/contract'
import { builtInRoles } from '@kobo/contract/kit/built-in-roles'
import { permissionAreas } from '@kobo/contract/kit/permission-areas'
import type { Role } from '@kobo/contract/roles'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { allBuiltIn, aRole } from '../../../testing/a-role.ts'
import { answer, refuse } from '../../../testing/answer.ts'
import { apiServer, askedOfServer } from '../../../testing/api-server.ts'
import { anotherServer, withoutAdditions } from '../../../testing/bare-console.ts'
import { dialog } from '../../../testing/on-screen.ts'
import { renderConsole } from '../../../testing/render-console.tsx'
import { updateUser } from '../../../api/session-store.ts'
import { signedInAs, userInRole } from '../../../testing/signed-in-as.ts'

const { roles } = contract
const people = [
  { id: 'staff_5', firstName: 'Efe', lastName: 'Omoruyi', email: 'efe@demo.test' },
  { id: 'staff_6', firstName: 'Musa', lastName: 'Bello', email: 'musa@demo.test' },
]

interface World {
  address?: string
  signedIn?: Parameters<typeof signedInAs>
  role?: Role
}

function open({ address = '/teams?status=roles', signedIn = ['ADMIN'], role = aRole() }: World = {}) {
  const server = { role, sent: Array<unknown>() }
  const all = () => [...allBuiltIn, server.role]
  const store = (body: unknown) => {
    server.sent.push(body)
    return { role: server.role }
  }
  const rendered = renderConsole(address, [
    signedInAs(...signedIn),
    answer(roles.list, () => ({ roles: all() })),
    answer(roles.info, ({ query }) => {
      const found = all().find(({ id }) => id === query.get('roleId'))
      return { role: found ?? server.role, members: found?.isBuiltIn ? [] : people.slice(0, server.role.members) }
    }),
    answer(roles.create, ({ body }) => store(body), 'The role was created'),
    answer(roles.update, ({ body }) => store(body), 'The role was changed'),
    answer(
      roles.retire,
      ({ body }) => {
        server.sent.push(body)
        return {}
      },
      'The role was retired',
    ),
  ])
  return { server, ...rendered }
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const editing = '/teams?status=roles&role=role_1&form=edit'

describe('list of roles', () => {
  it('names every role with its description, members and author', async () => {
    open()
    const table = within(await screen.findByRole('table', { name: 'Roles' }))
    const rows = table.getAllByRole('row').map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map((cell) => cell.textContent),
    )
    expect(rows.slice(1, 7)).toEqual(builtInRoles.map(({ name, about }) => [name, about, '1', 'Built-in']))
    expect(rows.at(-1)).toEqual(['Night desk', 'Works at night', '2', '20-11-2026 14:32 by Ngozi Umeh, version 3'])
  })

  it('is loaded only when its tab opens', async () => {
    const requests = askedOfServer()
    const { user } = open({ address: '/teams' })
    await screen.findByText('No List Record Found')
    expect(requests).not.toContain('GET /api/admin/roles')
    await user.click(screen.getByRole('tab', { name: 'Roles' }))
    await screen.findByRole('table', { name: 'Roles' })
  })

  it('is absent on a server without roles', async () => {
    withoutAdditions()
    renderConsole('/teams', anotherServer())
    await screen.findByText('some email')
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent?.trim())).not.toContain('Roles')
  })
})

describe('a role', () => {
  it('shows its rights by area in a table, with its limits', async () => {
    open({ address: '/teams?status=roles&role=SUPPORT' })
    const table = within(await screen.findByRole('table', { name: 'Rights by area' }))
    expect(table.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(
      permissionAreas.map(({ area }) => area),
    )
    const row = table.getByRole('rowheader', { name: 'Refunds' }).closest('tr')
    expect(row?.textContent).toBe('RefundsYesYesRefund payments, up to ₦20,000.00')
    expect(table.getByRole('rowheader', { name: 'Charges' }).closest('tr')?.textContent).toBe(
      'ChargesYesNoChange charges',
    )
  })

  it('can only be copied when it is built-in', async () => {
    const { user, server } = open({ address: '/teams?status=roles&role=SUPPORT' })
    await screen.findByRole('table', { name: 'Rights by area' })
    for (const name of ['Edit', 'Retire']) expect(screen.queryByRole('button', { name })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('Copy of Support')
    await user.type(screen.getByLabelText('Reason'), 'The night desk starts')
    await user.click(screen.getByRole('button', { name: 'Create role' }))
    await waitFor(() => expect(server.sent).toHaveLength(1))
    const { rights = [] } = builtInRoles.find(({ id }) => id === 'SUPPORT') ?? {}
    expect(server.sent[0]).toMatchObject({ name: 'Copy of Support', reason: 'The night desk starts' })
    const [sent] = server.sent as { rights: typeof rights }[]
    expect(sent?.rights).toEqual(expect.arrayContaining([...rights]))
  })

  it('offers nothing to operators who may not change roles', async () => {
    open({ address: '/teams?status=roles&role=role_1', signedIn: ['AUDITOR'] })
    await screen.findByRole('table', { name: 'Rights by area' })
    for (const name of ['Edit', 'Retire', 'Copy']) expect(screen.queryByRole('button', { name })).toBeNull()
  })

  it('is retired with a reason, unless somebody has it', async () => {
    const used = open({ address: '/teams?status=roles&role=role_1' })
    const retire = await screen.findByRole<HTMLButtonElement>('button', { name: 'Retire' })
    expect([retire.disabled, retire.title]).toEqual([true, '2 active members have this role'])
    used.unmount()

    const { user, server } = open({ address: '/teams?status=roles&role=role_1', role: aRole({ members: 0 }) })
    await user.click(await screen.findByRole('button', { name: 'Retire' }))
    const opened = await dialog()
    await user.type(opened.getByLabelText('Reason'), 'The desk closed')
    await user.click(opened.getByRole('button', { name: 'Retire role' }))
    await waitFor(() => expect(server.sent).toEqual([{ roleId: 'role_1', reason: 'The desk closed' }]))
    await screen.findByRole('table', { name: 'Roles' })
  })
})

describe('preview of a role', () => {
  it('hides everything that changes and every area the role does not include, until it is stopped', async () => {
    const rights = [
      { permission: 'team.read' as const },
      { permission: 'team.write' as const },
      { permission: 'refunds.read' as const },
    ]
    const { user, router } = open({ address: '/teams?status=roles&role=role_1', role: aRole({ rights }) })
    expect(await screen.findByRole('button', { name: 'Invite Teams' })).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'See as this role' }))
    expect(await screen.findByText(/^You see the console as Night desk\. Nothing can be changed/)).toBeTruthy()
    for (const name of ['Invite Teams', 'Copy', 'Edit']) expect(screen.queryByRole('button', { name })).toBeNull()
    expect(screen.getByText('Read only')).toBeTruthy()
    const requests = askedOfServer()
    await router.navigate({ href: '/profit' })
    expect(await screen.findByText('You have no access to Profit')).toBeTruthy()
    expect(requests.filter((request) => request.includes('profit'))).toEqual([])
    await router.navigate({ href: '/teams?status=roles&role=role_1' })
    // From one role to another, and back to one's own.
    await user.click(await screen.findByRole('button', { name: 'See as this role' }))
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    expect(await screen.findByRole('button', { name: 'Invite Teams' })).toBeTruthy()
    expect(screen.queryByText(/^You see the console as/)).toBeNull()
  })

  it('ends when the operator’s own role is read again', async () => {
    const { user } = open({ address: '/teams?status=roles&role=SUPPORT' })
    await user.click(await screen.findByRole('button', { name: 'See as this role' }))
    await screen.findByText(/^You see the console as Support/)
    act(() => updateUser(userInRole('ADMIN')))
    expect(screen.queryByText(/^You see the console as/)).toBeNull()
    expect(screen.getByRole('button', { name: 'Invite Teams' })).toBeTruthy()
  })
})

describe('form of a role', () => {
  it('checks the area of an action, shows what changes for whom, and sends the version it shows', async () => {
    const { user, server } = open({ address: editing, role: aRole({ members: 3 }) })
    await screen.findByLabelText('Name')
    const summary = within(screen.getByRole('region', { name: 'What changes' }))
    expect(summary.getByText('Nothing yet')).toBeTruthy()
    expect(summary.getByText(/^3 people have this role: Efe Omoruyi, Musa Bello, 1 other\./)).toBeTruthy()
    await user.click(box('Answer, send messages about records'))
    expect(box('See Contact messages').checked).toBe(true)
    const limit = screen.getByRole('textbox', { name: 'Limit of: Refund payments' })
    await user.clear(limit)
    await user.type(limit, '35000')
    expect(summary.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Limit of Refunds: refund payments: up to ₦35,000.00 instead of up to ₦20,000.00',
      'Added: Contact messages: see',
      'Added: Contact messages: answer, send messages about records',
    ])
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('Reason is required')).toBeTruthy()
    expect(server.sent).toEqual([])
    await user.type(screen.getByLabelText('Reason'), 'More refunds')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(server.sent).toHaveLength(1))
    expect(server.sent[0]).toEqual({
      roleId: 'role_1',
      version: 3,
      name: 'Night desk',
      about: 'Works at night',
      rights: [
        { permission: 'merchants.read', maxAmount: null },
        { permission: 'refunds.read', maxAmount: null },
        { permission: 'refunds.write', maxAmount: 35_000 },
        { permission: 'contact.read', maxAmount: null },
        { permission: 'contact.write', maxAmount: null },
      ],
      reason: 'More refunds',
    })
    await screen.findByRole('button', { name: 'Edit' })
  })

  it('rejects a limit of zero at its field', async () => {
    const { user, server } = open({ address: editing })
    const limit = await screen.findByRole('textbox', { name: 'Limit of: Refund payments' })
    await user.clear(limit)
    await user.type(limit, '0')
    await user.type(screen.getByLabelText('Reason'), 'No refunds')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect((await screen.findAllByText('Amount must be more than zero')).length).toBeGreaterThan(0)
    expect(server.sent).toEqual([])
  })

  it('disables rights beyond the operator’s own, and names their own limit', async () => {
    const rights = [
      { permission: 'team.read' },
      { permission: 'roles.write' },
      { permission: 'merchants.read' },
      { permission: 'refunds.read' },
      { permission: 'refunds.write', maxAmount: 20_000 },
    ]
    const { user } = open({ address: editing, signedIn: ['SUPPORT', { rights }] })
    const limit = await screen.findByRole('textbox', { name: 'Limit of: Refund payments' })
    expect(box('Change charges').disabled).toBe(true)
    const described = box('Change charges').getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(described.split(' ')[0] ?? '')?.textContent).toBe('Beyond your own rights')
    expect(box('Refund payments').disabled).toBe(false)
    await user.clear(limit)
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect((await screen.findAllByText('At most ₦20,000.00, your own limit')).length).toBeGreaterThan(0)
  })

  it('keeps the input when the role was changed meanwhile, and compares it with the new version', async () => {
    const { user, server } = open({ address: editing })
    await user.type(await screen.findByLabelText('Reason'), 'More refunds')
    await user.click(box('Answer, send messages about records'))
    apiServer.use(refuse(roles.update, 409, { code: 'conflict', message: 'The role Night desk was changed meanwhile' }))
    server.role = aRole({ version: 4, rights: [{ permission: 'refunds.read' }] })
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('The role Night desk was changed meanwhile')).toBeTruthy()
    expect(await screen.findByText(/^This role was changed to version 4 in the meantime/)).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' }).disabled).toBe(true)
    expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe('More refunds')
    await user.click(screen.getByRole('button', { name: 'Compare with version 4' }))
    expect(screen.getByText('Added: Merchants: see')).toBeTruthy()
    apiServer.use(
      answer(roles.update, ({ body }) => {
        server.sent.push(body)
        return { role: server.role }
      }),
    )
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(server.sent).toMatchObject([{ version: 4, reason: 'More refunds' }]))
  })

  it('confirms before it is left with input', async () => {
    const { user } = open({ address: '/teams?status=roles&role=new' })
    await user.type(await screen.findByLabelText('Name'), 'Day desk')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByRole('dialog', { name: /Discard/i })).toBeTruthy()
  })

  it('requires a right for a new role', async () => {
    const { user, server } = open({ address: '/teams?status=roles&role=new' })
    await user.type(await screen.findByLabelText('Name'), 'Day desk')
    await user.type(screen.getByLabelText('Reason'), 'It starts')
    await user.click(screen.getByRole('button', { name: 'Create role' }))
    expect(await screen.findByText('Choose at least one right')).toBeTruthy()
    expect(server.sent).toEqual([])
  })
})
