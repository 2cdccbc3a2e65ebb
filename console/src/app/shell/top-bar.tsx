import type { Mode } from '@kobo/contract/kit/mode'
import type { User } from '@kobo/contract/session'
import { IconMenu2, IconSearch } from '@tabler/icons-react'
import { Bell } from './bell/bell.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { useOpener } from '../../ui/use-opener.ts'
import { ModeToggle } from './mode-toggle.tsx'
import { openPalette } from './palette-state.ts'
import classes from './top-bar.module.css'
import { UserButton } from './user-button.tsx'

interface TopBarProps {
  user: User
  mode: Mode
  /** Opens the navigation drawer in narrow windows. */
  onMenu: (() => void) | undefined
}

const UserMenu = lazyComponent(() => import('./user-menu.tsx'), 'UserMenu', { over: true })

const isMac = navigator.platform.startsWith('Mac')

/** Search, mode, notifications and user menu. */
export function TopBar({ user, mode, onMenu }: TopBarProps) {
  const { button, panel } = useOpener('menu', UserMenu.load)
  const isReader = user.rights?.every(({ permission }) => permission.endsWith('.read'))
  return (
    <div className={classes.bar}>
      {onMenu && (
        <button type="button" className={classes.menu} onClick={onMenu} aria-label="Open navigation">
          <IconMenu2 size={18} stroke={1.6} aria-hidden />
        </button>
      )}
      <button type="button" className={classes.search} onClick={openPalette} aria-keyshortcuts="Control+K Meta+K">
        <IconSearch size={16} stroke={1.6} aria-hidden />
        <span className={classes.hint}>Find anything…</span>
        <kbd className={classes.key} aria-hidden>
          {isMac ? '⌘ K' : 'Ctrl K'}
        </kbd>
      </button>
      <div className={classes.right}>
        {isReader && (
          <span className={classes.reader} title={`Your role, ${user.roleName}, can change nothing`}>
            Read only
          </span>
        )}
        <ModeToggle mode={mode} />
        <Bell />
        <UserButton user={user} {...button} />
        {panel && <UserMenu {...panel} />}
      </div>
    </div>
  )
}
