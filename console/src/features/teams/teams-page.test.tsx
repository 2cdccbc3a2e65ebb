import { contract } from '@kobo/contract'
import type { Invite } from '@kobo/contract/invites'
import type { Member } from '@kobo/contract/team'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aMember, anInvite } from '../../testing/a-colleague.ts'
import { allBuiltIn, aRole } from '../../testing/a-role.ts'
import { answer, record, refuse } from '../../testing/answer.ts'
import { apiServer } from '../../testing/api-server.ts'
import { addressQuery, dialog, headers, listShown, selectedTab } from '../../testing/on-screen.ts'
import { optionsOf } from '../../testing/list-dialogs.ts'
import { withoutAdditions } from '../../testing/bare-console.ts'
import { renderConsole } from '../../testing/render-console.tsx'
import { signedInAs } from '../../testing/signed-in-as.ts'

const { invites, roles, team } = contract
const ngozi = anInvite({ id: 'i2', firstName: 'Ngozi', email: 'ngozi@demo.test', consumated: true })
const expired = anInvite({
  id: 'i3',
  firstName: 'Musa',
  email: 'musa@demo.test',
  expiresAt: '2026-01-02T00:00:00.000Z',
})

interface World {
  invites?: Invite[]
  members?: Member[]
}

/** Renders the team page and returns the recorded requests and sent bodies. */
function renderTeams(address = '/teams', world: World = {}) {
  const requests: string[] = []
  const sent: unknown[] = []
  const { invites: invited = [anInvite(), ngozi, expired], members = [aMember()] } = world
  return {
    requests,
    sent,
    ...renderConsole(address, [
      record(requests, invites.list, () => ({ totalRecords: invited.length, invites: invited })),
      answer(roles.list, () => ({ roles: [...allBuiltIn, aRole()] })),
      record(requests, team.members, () => ({ totalRecords: members.length, members })),
      answer(
        invites.send,
        ({ body }) => {
          sent.push(body)
          return {}
        },
        'We have emailed an invite',
      ),
      answer(
        team.changeMember,
        ({ body }) => {
          sent.push(body)
          return {}
        },
        'It was changed',
      ),
    ]),
  }
}

const rowOf = (name: string) => screen.getByText(name).closest('tr') ?? document.body
const cellsOf = (name: string) =>
  within(rowOf(name))
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

async function openInvite(user: ReturnType<typeof renderTeams>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Invite Teams' }))
  return dialog()
}

/** Handler of an invitation whose response the test releases. */
function delayInvite() {
  const bodies: unknown[] = []
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const sending = async ({ body }: { body: unknown }) => {
    bodies.push(body)
    await released
    return {}
  }
  apiServer.use(answer(invites.send, sending, 'We have emailed an invite'))
  return { bodies, release: () => release() }
}

describe('Invites', () => {
  it.each(['/teams', '/teams?status=invites', '/teams?status=elsewhere'])('TEAM-01 lists invites at %s', async (at) => {
    const { requests } = renderTeams(at)
    await listShown()
    expect(selectedTab()).toBe('Invites 3')
    expect(requests).toEqual(['page=1&size=100'])
  })

  it('API-70 TEAM-03 TEAM-05 TEAM-06 STATE-15 shows the columns of invites with badge or button', async () => {
    renderTeams()
    await listShown()
    expect(headers()).toEqual(['Date created', 'First name', 'Last name', 'Email address', 'Role', 'Status'])
    expect(cellsOf('Bola')).toEqual([
      '20-11-2026 14:32',
      'Bola',
      'Ade',
      'bola@demo.test',
      'Administrator',
      'resend invite',
    ])
    expect(cellsOf('Ngozi').at(-1)).toBe('ACCEPTED')
    expect(within(rowOf('Ngozi')).queryByRole('button')).toBeNull()
    expect(cellsOf('Musa').at(-1)).toBe('resend inviteEXPIRED')
  })

  it('TEAM-03 shows only the columns of the specification on a server without roles', async () => {
    withoutAdditions()
    renderTeams()
    await listShown()
    expect(headers()).toEqual(['Date created', 'First name', 'Last name', 'Email address', 'Status'])
  })

  it('TEAM-06 TEAM-07 API-72 resends an invite, locks the button meanwhile and refetches the list', async () => {
    const { user, requests } = renderTeams()
    await listShown()
    const { release } = delayInvite()
    const button = within(rowOf('Bola')).getByRole('button', { name: 'resend invite' })
    await user.click(button)
    expect([button.textContent, button.hasAttribute('disabled')]).toEqual(['Resending...', true])
    expect(within(rowOf('Musa')).getByRole('button', { name: 'resend invite' })).toBeTruthy()
    release()
    expect(await screen.findByText('We have emailed an invite')).toBeTruthy()
    await waitFor(() => expect(requests).toHaveLength(2))
    expect(button.textContent).toBe('resend invite')
  })

  it('TEAM-07 resends first name, last name and email address and shows why it failed', async () => {
    const { user, sent } = renderTeams()
    await listShown()
    await user.click(within(rowOf('Musa')).getByRole('button', { name: 'resend invite' }))
    await screen.findByText('We have emailed an invite')
    expect(sent).toEqual([{ firstName: 'Musa', lastName: 'Ade', email: 'musa@demo.test' }])
    apiServer.use(refuse(invites.send, 409, { message: 'Musa is already a member of staff' }))
    await user.click(await within(rowOf('Musa')).findByRole('button', { name: 'resend invite' }))
    expect(await screen.findByText('Musa is already a member of staff')).toBeTruthy()
  })

  it('FILTER-22 combines a name filter with a search without changing the URL', async () => {
    const { user, requests } = renderTeams('/teams?search=ade')
    await listShown()
    fireEvent.click(screen.getByRole('button', { name: 'Filter by' }))
    await screen.findByRole('dialog')
    await user.type(await screen.findByLabelText('Name', { selector: 'input' }), 'bola')
    await user.click(screen.getByRole('button', { name: 'Apply Filter' }))
    await waitFor(() => expect(requests.at(-1)).toBe('page=1&size=100&name=ade+bola'))
    expect(requests[0]).toBe('page=1&size=100&name=ade')
    expect(Object.values(addressQuery())).not.toContain('bola')
    expect(screen.getByText('Name: bola')).toBeTruthy()
  })

  it('API-70 pages locally when the server returns all invites', async () => {
    const many = Array.from({ length: 25 }, (_, index) => anInvite({ id: `n${index}`, firstName: `Person ${index}` }))
    renderConsole('/teams?page=2&perPage=10', [answer(invites.list, () => ({ invites: many }))])
    expect(await screen.findByText('Showing 11 to 20 of 25')).toBeTruthy()
    expect(screen.getByText('Person 10')).toBeTruthy()
    expect([screen.queryByText('Person 9'), screen.queryByText('Person 20')]).toEqual([null, null])
  })

  it('ERR-04 ERR-08 shows the standard error and empty texts', async () => {
    const { user } = renderConsole('/teams', [refuse(invites.list, 500, { message: 'Broken' })])
    expect(await screen.findByText('Error Fetching List')).toBeTruthy()
    apiServer.use(answer(invites.list, () => ({ totalRecords: 0, invites: [] })))
    await user.click(screen.getByRole('button', { name: 'Refetct List' }))
    expect(await screen.findByText('No List Record Found')).toBeTruthy()
  })
})

describe('Invite dialog', () => {
  it.each(['invites', 'members'])(
    'TEAM-02 TEAM-10 PANEL-01 opens from the %s tab with its three fields on a server without roles',
    async (tab) => {
      withoutAdditions()
      const { user } = renderTeams(`/teams?status=${tab}`)
      await listShown()
      const opened = await openInvite(user)
      expect(opened.getByText('Invite Team', { selector: 'h2' })).toBeTruthy()
      const labels = opened.getAllByRole('textbox').map((field) => field.closest('div')?.parentElement?.textContent)
      expect(labels).toEqual(['First name', 'Last name', 'Email address'])
      expect(document.activeElement).toBe(opened.getByLabelText('First name'))
    },
  )

  it('invites a guest in a role until the end of a day in Lagos', async () => {
    const { user, sent } = renderTeams()
    const opened = await openInvite(user)
    await user.type(opened.getByLabelText('First name'), 'Bola')
    await user.type(opened.getByLabelText('Last name'), 'Ade')
    await user.type(opened.getByLabelText('Email address'), 'bola@demo.test')
    const role = await opened.findByLabelText<HTMLInputElement>('Role', { selector: 'input' })
    expect(role.value).toBe('Administrator')
    expect(opened.getByText('Does everything, without limits')).toBeTruthy()
    expect(opened.queryByLabelText('Access ends (optional)')).toBeNull()
    await user.click(role)
    await user.click(optionsOf(role).find(({ textContent }) => textContent === 'Auditor') ?? role)
    expect(opened.getByText('Sees everything, changes nothing')).toBeTruthy()
    await user.type(opened.getByLabelText('Access ends (optional)', { selector: 'input' }), '31/12/2099')
    await user.click(opened.getByRole('button', { name: 'Invite Team' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent).toEqual([
      {
        firstName: 'Bola',
        lastName: 'Ade',
        email: 'bola@demo.test',
        role: 'AUDITOR',
        accessUntil: '2099-12-31T22:59:59.000Z',
      },
    ])
  })

  it('offers only roles that the operator may assign', async () => {
    const { user } = renderTeams()
    const roleList = allBuiltIn.map((role) => ({ ...role, mayAssign: role.id !== 'ADMIN' }))
    apiServer.use(answer(roles.list, () => ({ roles: roleList })))
    const opened = await openInvite(user)
    const role = await opened.findByLabelText<HTMLInputElement>('Role', { selector: 'input' })
    await user.click(role)
    expect(optionsOf(role).map(({ textContent }) => textContent)).toEqual([
      'Operations',
      'Compliance',
      'Finance',
      'Support',
      'Auditor',
    ])
  })

  it('VALID-01 VALID-02 VALID-03 VALID-04 validates required fields before calling the server', async () => {
    const { user, sent } = renderTeams()
    const opened = await openInvite(user)
    await user.click(opened.getByRole('button', { name: 'Invite Team' }))
    expect(await opened.findByText('First Name is required')).toBeTruthy()
    expect(opened.getByText('Last Name name is required')).toBeTruthy()
    expect(opened.getByText('Email address is required')).toBeTruthy()
    await user.type(opened.getByLabelText('First name'), '=HYPERLINK("http://evil.example")')
    expect(opened.getByText('Must be a name without formulas or links')).toBeTruthy()
    await user.type(opened.getByLabelText('Email address'), 'bola@')
    expect(opened.getByText('Email is invalid')).toBeTruthy()
    expect(opened.queryByText('Email address is required')).toBeNull()
    expect(sent).toEqual([])
  })

  it('TEAM-09 API-72 PANEL-01 closes after sending, refetches the list and reopens empty', async () => {
    const { user, requests } = renderTeams()
    await listShown()
    const { bodies, release } = delayInvite()
    const opened = await openInvite(user)
    await user.type(opened.getByLabelText('First name'), 'Bola')
    await user.type(opened.getByLabelText('Last name'), 'Ade')
    await user.type(opened.getByLabelText('Email address'), 'bola@demo.test')
    await user.click(opened.getByRole('button', { name: 'Invite Team' }))
    expect(await opened.findByRole('button', { name: 'Processing...' })).toHaveProperty('disabled', true)
    release()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByText('We have emailed an invite')).toBeTruthy()
    await waitFor(() => expect(requests).toHaveLength(2))
    expect(bodies).toEqual([{ firstName: 'Bola', lastName: 'Ade', email: 'bola@demo.test' }])
    const reopened = await openInvite(user)
    for (const label of ['First name', 'Last name', 'Email address']) {
      expect(reopened.getByLabelText<HTMLInputElement>(label).value).toBe('')
    }
  })

  it('ERR-13 keeps the input and shows the server error at the email address when rejected', async () => {
    const { user } = renderTeams()
    const message = 'bola@demo.test is already a member of staff'
    apiServer.use(refuse(invites.send, 409, { message, fields: { email: message } }))
    const opened = await openInvite(user)
    await user.type(opened.getByLabelText('First name'), 'Bola')
    await user.type(opened.getByLabelText('Last name'), 'Ade')
    await user.type(opened.getByLabelText('Email address'), 'bola@demo.test')
    await user.click(opened.getByRole('button', { name: 'Invite Team' }))
    expect(await opened.findByText(message)).toBeTruthy()
    expect(document.activeElement).toBe(opened.getByLabelText('Email address'))
    expect(opened.getByLabelText<HTMLInputElement>('First name').value).toBe('Bola')
  })
})

describe('Members', () => {
  const inactive = aMember({ id: 'staff_3', firstName: 'Kelechi', status: 'INACTIVE', role: 'AUDITOR' })
  const incomplete = aMember({ id: 'staff_4', firstName: 'Zainab', lastName: null, email: null, role: null })
  const self = aMember({ id: 'staff_1', firstName: 'Adaeze', email: 'admin@demo.test' })
  const members = [aMember(), inactive, incomplete, self]

  async function choose(user: ReturnType<typeof renderTeams>['user'], name: string, item: string) {
    await user.click(within(rowOf(name)).getByRole('button', { name: /^Actions for/ }))
    await user.click(await screen.findByRole('menuitem', { name: item }))
    return dialog()
  }

  it('API-74 TEAM-01 TEAM-04 TEAM-08 STATE-16 shows the columns of members and the action Admin for everyone', async () => {
    const { requests } = renderTeams('/teams?status=members', { members })
    await listShown()
    expect(selectedTab()).toBe('Members 4')
    expect(requests).toEqual(['page=1&size=100'])
    expect(headers()).toEqual(['Date created', 'First name', 'Last name', 'Email address', 'Status', 'Role', 'Action'])
    const menu = '⋯'
    expect(cellsOf('Ifeanyi')).toEqual([
      '20-11-2026 14:32',
      'Ifeanyi',
      'Obiora',
      'ifeanyi@demo.test',
      'Active',
      'Administrator',
      'Admin',
      menu,
    ])
    expect(cellsOf('Kelechi').slice(4)).toEqual(['Inactive', 'Auditor', 'Admin', menu])
    expect(cellsOf('Zainab').slice(2)).toEqual(['_', '_', 'Active', '_', 'Admin', menu])
  })

  it('API-74 FILTER-22 searches and filters by name', async () => {
    const { requests, user } = renderTeams('/teams?status=members&search=obiora&page=2&perPage=20')
    await waitFor(() => expect(requests).toEqual(['page=2&size=20&name=obiora']))
    fireEvent.click(screen.getByRole('button', { name: 'Filter by' }))
    await screen.findByRole('dialog')
    await user.type(await screen.findByLabelText('Name', { selector: 'input' }), 'ifeanyi')
    await user.click(screen.getByRole('button', { name: 'Apply Filter' }))
    await waitFor(() => expect(requests.at(-1)).toBe('page=1&size=20&name=obiora+ifeanyi'))
    expect(addressQuery()).toMatchObject({ status: 'members', search: 'obiora', page: '1' })
  })

  it.each([
    ['Ifeanyi', 'Deactivate', { memberId: 'staff_2', status: 'INACTIVE', reason: 'Has left' }],
    ['Kelechi', 'Activate', { memberId: 'staff_3', status: 'ACTIVE', reason: 'Has left' }],
  ])('changes the access of %s with a reason: %s', async (name, item, body) => {
    const { user, sent, requests } = renderTeams('/teams?status=members', { members })
    await listShown()
    const opened = await choose(user, name, item)
    expect(opened.getByText(`${name} Obiora`)).toBeTruthy()
    expect(opened.getByText('Live and Test mode')).toBeTruthy()
    await user.click(opened.getByRole('button', { name: item }))
    expect(await opened.findByText('Reason is required')).toBeTruthy()
    expect(sent).toEqual([])
    await user.type(opened.getByLabelText('Reason'), 'Has left')
    await user.click(opened.getByRole('button', { name: item }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent).toEqual([body])
    await waitFor(() => expect(requests).toHaveLength(2))
  })

  it('changes a role with a reason and keeps the dialog open with the server message when rejected', async () => {
    const { user, sent } = renderTeams('/teams?status=members', { members })
    await listShown()
    const opened = await choose(user, 'Ifeanyi', 'Change role')
    await opened.findByLabelText('Role', { selector: 'input' })
    await user.click(opened.getByRole('button', { name: 'Change role' }))
    expect(await opened.findByText('Choose another role')).toBeTruthy()
    expect(opened.getByText('Reason is required')).toBeTruthy()
    const role = opened.getByLabelText('Role', { selector: 'input' })
    await user.click(role)
    const offered = optionsOf(role)
    expect(offered.map((option) => option.textContent)).toEqual([
      'Administrator',
      'Operations',
      'Compliance',
      'Finance',
      'Support',
      'Auditor',
      'Night desk',
    ])
    await user.click(offered[5] ?? role)
    expect(opened.getByText('Sees everything, changes nothing')).toBeTruthy()
    await user.type(opened.getByLabelText('Reason'), 'Moves to audit')
    apiServer.use(refuse(team.changeMember, 403, { message: 'You are no longer an administrator' }))
    await user.click(opened.getByRole('button', { name: 'Change role' }))
    expect(await screen.findByText('You are no longer an administrator')).toBeTruthy()
    apiServer.use(
      answer(team.changeMember, ({ body }) => {
        sent.push(body)
        return {}
      }),
    )
    await user.click(opened.getByRole('button', { name: 'Change role' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent).toEqual([{ memberId: 'staff_2', role: 'AUDITOR', reason: 'Moves to audit' }])
  })

  it('offers only the history of a member to a role that may not change members', async () => {
    apiServer.use(signedInAs('AUDITOR'))
    const { user } = renderTeams('/teams?status=members', { members: [aMember({ usesApp: true })] })
    await listShown()
    await user.click(within(rowOf('Ifeanyi')).getByRole('button', { name: /^Actions for/ }))
    await screen.findByRole('menuitem', { name: 'History' })
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['History'])
  })

  it('shows the name of a role that the team created', async () => {
    const role = { role: 'role_1', roleName: 'Night desk' }
    renderTeams('/teams?status=members', { members: [aMember(role)] })
    await listShown()
    expect(cellsOf('Ifeanyi')).toContain('Night desk')
  })

  it('changes and removes the end of a guest’s access with a reason, but never of an administrator', async () => {
    const guest = aMember({
      id: 'staff_5',
      firstName: 'Femi',
      role: 'AUDITOR',
      accessUntil: '2099-12-31T22:59:59.000Z',
    })
    const { user, sent } = renderTeams('/teams?status=members', { members: [aMember(), guest] })
    await listShown()
    await user.click(within(rowOf('Ifeanyi')).getByRole('button', { name: /^Actions for/ }))
    await screen.findByRole('menuitem', { name: 'Change role' })
    expect(screen.queryByRole('menuitem', { name: 'Change end of access' })).toBeNull()
    await user.keyboard('{Escape}')
    const opened = await choose(user, 'Femi', 'Change end of access')
    const day = await opened.findByLabelText<HTMLInputElement>('Access ends (optional)', { selector: 'input' })
    expect(day.value).toBe('31/12/2099')
    await user.type(opened.getByLabelText('Reason'), 'The audit takes longer')
    await user.click(opened.getByRole('button', { name: 'Change end of access' }))
    expect(await opened.findByText('Choose another day')).toBeTruthy()
    await user.clear(day)
    await user.click(opened.getByRole('button', { name: 'Change end of access' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent).toEqual([{ memberId: 'staff_5', accessUntil: null, reason: 'The audit takes longer' }])
  })

  it("resets a member's authenticator app with a reason", async () => {
    const bisi = aMember({ id: 'staff_9', firstName: 'Bisi', usesApp: true })
    const reset: unknown[] = []
    const { user } = renderTeams('/teams?status=members', { members: [...members, bisi] })
    apiServer.use(
      answer(contract.secondFactor.reset, ({ body }) => {
        reset.push(body)
        return {}
      }),
    )
    await listShown()
    const opened = await choose(user, 'Bisi', 'Reset authenticator app')
    await user.type(opened.getByLabelText('Reason'), 'Her phone was stolen')
    await user.click(opened.getByRole('button', { name: 'Reset' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(reset).toEqual([{ memberId: 'staff_9', reason: 'Her phone was stolen' }])
    await user.click(within(rowOf('Ifeanyi')).getByRole('button', { name: /^Actions for/ }))
    await screen.findByRole('menuitem', { name: 'Change role', hidden: true })
    expect(screen.queryByRole('menuitem', { name: 'Reset authenticator app', hidden: true })).toBeNull()
  })

  it.each(['Change role', 'Deactivate'])('prevents operators from changing their own account: %s', async (item) => {
    const { user, sent } = renderTeams('/teams?status=members', { members })
    await listShown()
    const opened = await choose(user, 'Adaeze', item)
    expect(opened.getByText(/^This is your own account/)).toBeTruthy()
    expect(opened.queryByLabelText('Reason')).toBeNull()
    await user.click(opened.getAllByRole('button', { name: 'Close' }).at(-1) ?? document.body)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent).toEqual([])
  })
})
