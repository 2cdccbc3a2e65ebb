import type { User } from '@kobo/contract/session'
import { useSession } from '../../api/session.tsx'
import { orEmpty } from '../../ui/format-text.ts'
import { roleName } from '../../people/role-name.ts'
import { type FieldOf, Fields } from '../../ui/fields.tsx'
import { Section } from '../../ui/section.tsx'

const fields: readonly FieldOf<User>[] = [
  ['First name', ({ firstName }) => orEmpty(firstName)],
  ['Last name', ({ lastName }) => orEmpty(lastName)],
  ['Email', ({ email }) => orEmpty(email)],
  ['Role', ({ role }) => orEmpty(roleName(role))],
]

/** Profile of the signed-in user. */
export function OwnProfile() {
  const session = useSession()
  return (
    <Section title="Profile">
      <Fields of={session.state === 'signed-in' ? session.user : undefined} fields={fields} />
    </Section>
  )
}
