import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, createContext, use, useId } from 'react'
import { ErrorBoundary } from './load-error.tsx'
import classes from './section.module.css'
import { SkeletonBar } from './skeleton-bar.tsx'

/** Folded sections and the callback to toggle one. Without it, sections cannot be folded. */
export const Folding = createContext<{ folded: readonly string[]; turn: (title: string) => void } | null>(null)

/** Titled card of a detail page. `aside` is at the right end of its heading. */
export function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const titleId = useId()
  const bodyId = useId()
  const folding = use(Folding)
  const isFolded = folding?.folded.includes(title) ?? false
  return (
    <section className={classes.section} aria-labelledby={titleId} data-folded={isFolded || undefined}>
      <header className={classes.header}>
        <h2 id={titleId} className={classes.title}>
          {folding ? (
            <button
              type="button"
              className={classes.fold}
              aria-expanded={!isFolded}
              aria-controls={bodyId}
              onClick={() => folding.turn(title)}
            >
              {title}
              <IconChevronDown size={16} aria-hidden />
            </button>
          ) : (
            title
          )}
        </h2>
        {aside && <div className={classes.aside}>{aside}</div>}
      </header>
      <div id={bodyId} className={classes.content} hidden={isFolded}>
        <ErrorBoundary>{children}</ErrorBoundary>
      </div>
    </section>
  )
}

/** Body of a section without a grid of fields. */
export function SectionBody({ children }: { children: ReactNode }) {
  return <div className={classes.body}>{children}</div>
}

/** Skeleton of a table. */
export function SectionBar() {
  return (
    <SectionBody>
      <SkeletonBar width="100%" />
    </SectionBody>
  )
}
