import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { usePageArea } from '../../record/page-area.ts'
import { areas, isActive, yourDay } from '../areas.ts'
import { paths } from '../../paths.ts'
import { useIdle } from '../../ui/preload.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import classes from './side-nav.module.css'

const WorkBadge = lazyComponent(() => import('./work-badge.tsx'), 'WorkBadge', { quiet: true })

/** By then the rows of a page have arrived, which the badge would delay. */
const badgeAfterMs = 4_000

interface SideNavProps {
  pathname: string
  /** Shows icons only. */
  folded: boolean
  onFold?: () => void
}

/** Links to the pages of daily work and, below them, to all areas of the console. */
export function SideNav({ pathname, folded, onFold }: SideNavProps) {
  const FoldIcon = folded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  const current = usePageArea() ?? pathname
  const isIdle = useIdle(true, badgeAfterMs)
  const items = (list: typeof areas) => (
    <ul className={classes.items}>
      {list.map(({ label, path, icon: Icon }) => (
        <li key={path}>
          <Link
            to={path}
            className={classes.item}
            aria-label={folded ? label : undefined}
            title={folded ? label : undefined}
            aria-current={isActive(current, path) ? 'page' : undefined}
            activeProps={{}}
            // The link alone would compare the page's address, which begins with that of its area.
            activeOptions={{ exact: true }}
          >
            <Icon size={17} stroke={1.5} aria-hidden className={classes.icon} />
            {!folded && label}
            {isIdle && path === paths.myWork() && <WorkBadge folded={folded} />}
          </Link>
        </li>
      ))}
    </ul>
  )
  return (
    <>
      <nav className={classes.day} aria-label="Your day" data-folded={folded || undefined}>
        <DayCaption />
        {items(yourDay)}
      </nav>
      <nav className={classes.nav} aria-label="Main" data-folded={folded || undefined}>
        {items(areas)}
        {onFold && (
          <button type="button" className={classes.fold} onClick={onFold} aria-expanded={!folded}>
            <FoldIcon size={17} stroke={1.5} aria-hidden className={classes.icon} />
            <span className={folded ? classes.hidden : undefined}>
              {folded ? 'Expand navigation' : 'Collapse navigation'}
            </span>
          </button>
        )}
      </nav>
    </>
  )
}

/** Visible name of the upper list; screen readers hear the list's own. */
export function DayCaption() {
  return (
    <p className={classes.caption} aria-hidden>
      Your day
    </p>
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
