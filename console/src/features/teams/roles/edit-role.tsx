import type { Data } from '@kobo/contract/kit/call'
import { type Role, roles } from '@kobo/contract/roles'
import { Alert, Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../../../api/session.tsx'
import { useContractForm } from '../../../forms/use-contract-form.ts'
import { changesBetween, draftOf, limitErrors, rightsOf, type RoleValues } from './role-draft.ts'
import { RoleForm } from './role-form.tsx'
import { rolePath } from './role-paths.ts'
import classes from './roles.module.css'

type Info = Data<typeof roles.info>

/**
 * Changes a role as it was when the form opened. If somebody else changes it meanwhile, the input is kept, and is compared with
 * the new version before it can be saved.
 */
export function EditRole({ role: latest, members }: Info) {
  const router = useRouter()
  const session = useSession()
  const own = session.state === 'signed-in' ? session.user.rights : undefined
  const [base, setBase] = useState(latest)
  const leave = () => void router.navigate({ href: rolePath(base.id) })
  const start: RoleValues = { name: base.name, about: base.about, rights: draftOf(base.rights), reason: '' }
  const contractForm = useContractForm(roles.update, {
    start,
    request: ({ rights, ...values }: RoleValues) => ({
      roleId: base.id,
      version: base.version,
      ...values,
      rights: rightsOf(rights),
    }),
    check: ({ rights }) => limitErrors(rights, own),
    onDone: leave,
  })
  const isOutdated = latest.version > base.version && !contractForm.sending
  return (
    <RoleForm
      title={`Edit ${base.name}`}
      of={contractForm}
      action={{ text: 'Save changes', busyText: 'Saving...' }}
      notice={isOutdated && <Outdated version={latest.version} onCompare={() => setBase(latest)} />}
      changes={
        <>
          <ul className={classes.changes}>
            {differences(base, contractForm.form.values).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <p className={classes.sentence}>{affectedText(base, members)}</p>
        </>
      }
      onCancel={leave}
    />
  )
}

function Outdated({ version, onCompare }: { version: number; onCompare: () => void }) {
  return (
    <Alert role="alert" color="var(--kobo-orange)">
      <p className={classes.sentence}>
        This role was changed to version {version} in the meantime. Your input is kept. Compare it with that version
        before you save it.
      </p>
      <Button size="xs" variant="default" onClick={onCompare}>
        Compare with version {version}
      </Button>
    </Alert>
  )
}

function differences(base: Role, { name, about, rights }: RoleValues): string[] {
  const sentences = [
    ...(name.trim() === base.name ? [] : [`Name: ${name.trim()} instead of ${base.name}`]),
    ...(about.trim() === base.about ? [] : ['Another description']),
    ...changesBetween(base.rights, rightsOf(rights)),
  ]
  return sentences.length > 0 ? sentences : ['Nothing yet']
}

/** Names the people who have the role. */
function affectedText({ members: count, invites }: Role, members: Info['members']): string {
  const names = members.map(({ firstName, lastName }) => `${firstName} ${lastName}`)
  const others = count - members.length
  const all = [...names, ...(others > 0 ? [others === 1 ? '1 other' : `${others} others`] : [])].join(', ')
  const effect = 'The change takes effect with their next request'
  const people =
    count === 0
      ? 'Nobody has this role'
      : `${count === 1 ? '1 person has' : `${count} people have`} this role: ${all}. ${effect}`
  return invites === 0 ? `${people}.` : `${people}. Pending invites with this role: ${invites}.`
}
