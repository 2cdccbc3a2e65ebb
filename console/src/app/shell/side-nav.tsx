import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { isActive, areas } from '../areas.ts'
import classes from './side-nav.module.css'

interface SideNavProps {
  pathname: string
  /** Shows icons only. */
  folded: boolean
  onFold?: () => void
}

/** Links to all areas of the console. */
export function SideNav({ pathname, folded, onFold }: SideNavProps) {
  const FoldIcon = folded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <nav className={classes.nav} aria-label="Main" data-folded={folded || undefined}>
      <ul className={classes.items}>
        {areas.map(({ label, path, icon: Icon }) => (
          <li key={path}>
            <Link
              to={path}
              className={classes.item}
              aria-label={folded ? label : undefined}
              title={folded ? label : undefined}
              aria-current={isActive(pathname, path) ? 'page' : undefined}
              activeProps={{}}
            >
              <Icon size={17} stroke={1.5} aria-hidden className={classes.icon} />
              {!folded && label}
            </Link>
          </li>
        ))}
      </ul>
      {onFold && (
        <button type="button" className={classes.fold} onClick={onFold} aria-expanded={!folded}>
          <FoldIcon size={17} stroke={1.5} aria-hidden className={classes.icon} />
          <span className={folded ? classes.hidden : undefined}>
            {folded ? 'Expand navigation' : 'Collapse navigation'}
          </span>
        </button>
      )}
    </nav>
  )
}

/** The console's logo and name. */
export function Brand({ folded }: { folded: boolean }) {
  return (
    <div className={classes.brand} data-folded={folded || undefined}>
      <span className={classes.mark} aria-hidden>
        ₦
      </span>
      {!folded && <span className={classes.name}>Kobo Console</span>}
    </div>
  )
}
