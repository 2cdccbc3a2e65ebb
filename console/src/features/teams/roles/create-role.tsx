import { type Role, roles } from '@kobo/contract/roles'
import { useRouter } from '@tanstack/react-router'
import { useSession } from '../../../api/session.tsx'
import { useContractForm } from '../../../forms/use-contract-form.ts'
import { draftOf, limitErrors, rightsOf, type RoleValues } from './role-draft.ts'
import { RoleForm } from './role-form.tsx'
import { rolePath, rolesPath } from './role-paths.ts'

/** Creates a role, empty or as a copy of another. */
export function CreateRole({ copied }: { copied?: Role }) {
  const router = useRouter()
  const session = useSession()
  const own = session.state === 'signed-in' ? session.user.rights : undefined
  const title = copied ? `Copy of ${copied.name}` : 'New role'
  const start: RoleValues = {
    name: copied ? title : '',
    about: copied?.about ?? '',
    rights: draftOf(copied?.rights ?? []),
    reason: '',
  }
  const contractForm = useContractForm(roles.create, {
    start,
    request: ({ rights, ...values }: RoleValues) => ({ ...values, rights: rightsOf(rights) }),
    check: ({ rights }) => limitErrors(rights, own),
    onDone: ({ data }) => void router.navigate({ href: rolePath(data.role.id) }),
  })
  return (
    <RoleForm
      title={title}
      of={contractForm}
      action={{ text: 'Create role', busyText: 'Creating...' }}
      onCancel={() => void router.navigate({ href: copied ? rolePath(copied.id) : rolesPath })}
    />
  )
}
