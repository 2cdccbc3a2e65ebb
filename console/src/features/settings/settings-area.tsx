import { account } from '@kobo/contract/account'
import { secondFactor } from '@kobo/contract/second-factor'
import type { User } from '@kobo/contract/session'
import { settings } from '@kobo/contract/settings'
import type { ReactNode } from 'react'
import { useSession } from '../../api/session.tsx'
import { apiQueryOptions } from '../../api/use-api-query.ts'
import type { ListTabs } from '../../list/list-page.tsx'
import { roleName } from '../../people/role-name.ts'
import { type FieldOf, Fields } from '../../ui/fields.tsx'
import { listDateTime } from '../../ui/dates.tsx'
import { orEmpty } from '../../ui/format-text.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Section } from '../../ui/section.tsx'
import { Appearance } from './appearance.tsx'
import { ChangePassword } from './change-password.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { SecondFactor } from './second-factor.tsx'
import classes from './settings.module.css'
import { TransferRoute } from './transfer-route.tsx'

const NotificationChoices = lazyComponent(() => import('./notification-choices.tsx'), 'NotificationChoices')

export const tabs: ListTabs = [
  {
    status: 'profile',
    label: 'Profile',
    content: (
      <Sheet>
        <OwnProfile />
        <TransferRoute />
        <Appearance />
      </Sheet>
    ),
    asks: () => apiQueryOptions(settings.transferRoute, {}),
  },
  {
    status: 'password',
    label: 'Password',
    content: (
      <Sheet>
        <ChangePassword />
      </Sheet>
    ),
  },
  {
    status: 'security',
    label: 'Security',
    content: (
      <Sheet>
        <SecondFactor />
        <OwnSessions />
      </Sheet>
    ),
    asks: () => async (queries) => {
      await Promise.all([
        apiQueryOptions(secondFactor.state, {})(queries),
        apiQueryOptions(account.sessions, {})(queries),
      ])
    },
  },
  {
    status: 'notifications',
    label: 'Notifications',
    content: (
      <Sheet>
        <NotificationChoices />
      </Sheet>
    ),
    addition: true,
  },
]

function Sheet({ children }: { children: ReactNode }) {
  return <div className={classes.sheet}>{children}</div>
}

const fields: readonly FieldOf<User>[] = [
  ['First name', ({ firstName }) => orEmpty(firstName)],
  ['Last name', ({ lastName }) => orEmpty(lastName)],
  ['Email', ({ email }) => orEmpty(email)],
  ['Role', (user) => orEmpty(roleName(user))],
]
const guestField: FieldOf<User> = ['Access until', ({ accessUntil }) => listDateTime(accessUntil)]

/** Profile of the signed-in user. */
function OwnProfile() {
  const session = useSession()
  const user = session.state === 'signed-in' ? session.user : undefined
  return (
    <Section title="Profile">
      <Fields of={user} fields={user?.accessUntil ? [...fields, guestField] : fields} />
    </Section>
  )
}
