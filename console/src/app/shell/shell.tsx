import type { Mode } from '@kobo/contract/kit/mode'
import type { User } from '@kobo/contract/session'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { useIdle, useIdleLoad } from '../../ui/preload.ts'
import { usePrinting } from '../../ui/use-printing.ts'
import { useFirstResponses } from '../use-first-answers.ts'
import { Brand, SideNav } from './side-nav.tsx'
import { Palette } from './palette.tsx'
import classes from './shell.module.css'
import { TopBar } from './top-bar.tsx'
import { useFolded } from './use-folded.ts'

const PrintedHead = lazyComponent(() => import('./printed-head.tsx'), 'PrintedHead', { quiet: true })
const Banners = lazyComponent(() => import('./banners.tsx'), 'Banners', { quiet: true })
const onPaper = [PrintedHead]
const NavDrawer = lazyComponent(() => import('./nav-drawer.tsx'), 'NavDrawer', { over: true })

interface ShellProps {
  user: User
  mode: Mode
  pathname: string
  children: ReactNode
}

/** Side navigation, top bar and page, with an amber frame in Test mode. */
export function Shell({ user, mode, pathname, children }: ShellProps) {
  const [folded, setFolded] = useFolded()
  const narrow = useMediaQuery('(max-width: 1023.98px)', false, { getInitialValueInEffect: false })
  const isPrinting = usePrinting()
  const isAnswered = useFirstResponses()
  useIdleLoad(isAnswered, onPaper)
  const isIdle = useIdle(isAnswered)
  // The drawer closes when a link has been followed.
  const [drawerOpenAt, setDrawerOpenAt] = useState<string | null>(null)

  return (
    <div className={classes.shell} data-mode={mode} data-folded={folded || undefined}>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      {!narrow && (
        <aside className={classes.side}>
          <Brand folded={folded} />
          <SideNav pathname={pathname} folded={folded} onFold={() => setFolded(!folded)} />
        </aside>
      )}
      {narrow && drawerOpenAt === pathname && (
        <NavDrawer pathname={pathname} opened onClose={() => setDrawerOpenAt(null)} />
      )}
      <div className={classes.column}>
        <header className={classes.top}>
          {mode === 'SANDBOX' && <p className={classes.strip}>Test mode: no real money is moved</p>}
          <div role="status">{isIdle && <Banners />}</div>
          <TopBar user={user} mode={mode} onMenu={narrow ? () => setDrawerOpenAt(pathname) : undefined} />
        </header>
        {isPrinting && <PrintedHead />}
        <main id="content" tabIndex={-1} className={classes.content}>
          {children}
        </main>
      </div>
      {mode === 'SANDBOX' && <div className={classes.frame} aria-hidden />}
      <Palette />
    </div>
  )
}
