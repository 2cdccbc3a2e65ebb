import { contract } from '@kobo/contract'
import { type BuiltInRole, builtInRoles } from '@kobo/contract/kit/built-in-roles'
import type { User } from '@kobo/contract/session'
import type { HttpHandler } from 'msw'
import { answer, serverSession } from './answer.ts'
import { adaeze } from './api-server.ts'

/** Returns Adaeze in a built-in role. */
export function userInRole(id: string, changes: Partial<User> = {}): User {
  const role: BuiltInRole | undefined = builtInRoles.find((each) => each.id === id)
  if (!role) throw new Error(`There is no role ${id}`)
  return { ...adaeze, role: id, roleName: role.name, rights: [...role.rights], ...changes }
}

/** Returns a handler of the profile for an operator in a built-in role. */
export function signedInAs(id: string, changes: Partial<User> = {}): HttpHandler {
  return answer(contract.session.profile, () => ({ user: userInRole(id, changes), mode: serverSession.mode }))
}
