import { useLocalStorage } from '@mantine/hooks'
import { Children, type ReactNode, useDeferredValue } from 'react'
import { SkeletonBar } from '../ui/skeleton-bar.tsx'
import { ErrorBoundary } from '../ui/load-error.tsx'
import { Folding } from '../ui/section.tsx'
import classes from './record-page.module.css'
import { useSeenEntry } from './use-seen-entry.ts'

/** Page of one record: header, sections and tabs. */
export function RecordPage({ children }: { children: ReactNode }) {
  return (
    <div className={classes.page} data-record-page>
      {children}
    </div>
  )
}

const noTitles: string[] = []

/**
 * Sections of a record, in two columns if there is space. Folded sections are stored per kind of record, and each section
 * contains its own errors.
 */
export function RecordSections({ of: kind, children }: { of: { name: string }; children: ReactNode }) {
  const [stored, setStored] = useLocalStorage({
    key: `kobo.record.${kind.name}.folded`,
    defaultValue: noTitles,
    getInitialValueInEffect: false,
  })
  const folded = Array.isArray(stored) ? stored : noTitles
  const turn = (title: string) =>
    setStored(folded.includes(title) ? folded.filter((other) => other !== title) : [...folded, title])
  return (
    <Folding value={{ folded, turn }}>
      <div className={classes.sections}>{eachContained(children)}</div>
    </Folding>
  )
}

/** Skeleton as high as the window, for sections that are not known yet. */
export function SectionsSkeleton() {
  return (
    <div className={classes.skeleton}>
      {['92px', '240px', '240px'].map((height, index) => (
        <SkeletonBar key={index} width="100%" height={height} />
      ))}
    </div>
  )
}

/** Section that spans both columns. */
export function Wide({ children }: { children: ReactNode }) {
  return <div className={classes.wide}>{eachContained(children)}</div>
}

/** Stacks sections beside a taller one. The first or last one fills the remaining height. */
export function Stack({ grows, children }: { grows: 'first' | 'last'; children: ReactNode }) {
  return (
    <div className={classes.stack} data-grows={grows}>
      {eachContained(children)}
    </div>
  )
}

/**
 * Sections below the first window. They render after those above are painted, unless Back returns to the
 * page, whose scroll position needs its full height at once.
 */
export function Below({ children }: { children: ReactNode }) {
  const isWanted = useDeferredValue(true, useSeenEntry())
  return isWanted ? eachContained(children) : <div className={classes.below} />
}

function eachContained(sections: ReactNode) {
  return Children.map(sections, (section) => <ErrorBoundary>{section}</ErrorBoundary>)
}

/** Record page that fills the window, with a list at its end. */
export function FilledPage({ children }: { children: ReactNode }) {
  return <div className={classes.filled}>{children}</div>
}
