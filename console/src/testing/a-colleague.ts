import type { Invite } from '@kobo/contract/invites'
import type { Member } from '@kobo/contract/team'

/** Creates a pending invite. Tests set only the fields under test. */
export function anInvite(overrides: Partial<Invite> = {}): Invite {
  return {
    id: 'i1',
    createdAt: '2026-11-20T13:32:00.000Z',
    firstName: 'Bola',
    lastName: 'Ade',
    email: 'bola@demo.test',
    roleName: 'Administrator',
    consumated: false,
    expiresAt: '2999-11-27T13:32:00.000Z',
    ...overrides,
  }
}

/** Creates an administrator. */
export function aMember(overrides: Partial<Member> = {}): Member {
  return {
    id: 'staff_2',
    createdAt: '2026-11-20T13:32:00.000Z',
    firstName: 'Ifeanyi',
    lastName: 'Obiora',
    email: 'ifeanyi@demo.test',
    status: 'ACTIVE',
    role: 'ADMIN',
    ...overrides,
  }
}
