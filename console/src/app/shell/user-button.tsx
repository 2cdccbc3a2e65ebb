import type { User } from '@kobo/contract/session'
import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import classes from './user-button.module.css'

/** The signed-in operator; opens the user menu. */
export function UserButton({ user, ...rest }: { user: User } & ComponentPropsWithRef<'button'>) {
  return (
    <button type="button" {...rest} className={classes.user}>
      <span className={classes.avatar} aria-hidden>
        {initial(user.firstName)}
        {initial(user.lastName)}
      </span>
      <span className={classes.who}>
        <span className={classes.name}>
          {user.firstName} {user.lastName}
        </span>
        <span className={classes.email}>{user.email}</span>
      </span>
      <IconChevronDown size={14} stroke={1.6} aria-hidden />
    </button>
  )
}

function initial(name: string): string {
  return name.charAt(0).toUpperCase()
}
