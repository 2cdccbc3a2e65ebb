import { useLocalStorage } from '@mantine/hooks'
import { Children, type ReactNode } from 'react'
import { SkeletonBar } from '../ui/skeleton-bar.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Folding } from '../ui/section.tsx'
import classes from './record-page.module.css'

/** The page of one record, from top to bottom: its header, its sections, its tabs. */
export function RecordPage({ children }: { children: ReactNode }) {
  return <div className={classes.page}>{children}</div>
}

const none: string[] = []

/**
 * The sections of a record: two columns where there is room, one below the other where there is not. Each can be folded,
 * which is remembered for all records of the kind, and one that breaks leaves the others.
 */
export function RecordSections({ of: kind, children }: { of: { name: string }; children: ReactNode }) {
  const [stored, setStored] = useLocalStorage({
    key: `kobo.record.${kind.name}.folded`,
    defaultValue: none,
    getInitialValueInEffect: false,
  })
  const folded = Array.isArray(stored) ? stored : none
  const turn = (title: string) =>
    setStored(folded.includes(title) ? folded.filter((other) => other !== title) : [...folded, title])
  return (
    <Folding value={{ folded, turn }}>
      <div className={classes.sections}>{eachContained(children)}</div>
    </Folding>
  )
}

/** Stands for sections of which it is not known yet which there are, as high as the window. */
export function SectionsSkeleton() {
  return (
    <div className={classes.skeleton}>
      {['92px', '240px', '240px'].map((height, place) => (
        <SkeletonBar key={place} width="100%" height={height} />
      ))}
    </div>
  )
}

/** A section across both columns. */
export function Wide({ children }: { children: ReactNode }) {
  return <div className={classes.wide}>{eachContained(children)}</div>
}

/** Sections in the height of their neighbour; the first or the last of them takes what is left. */
export function Stack({ grows, children }: { grows: 'first' | 'last'; children: ReactNode }) {
  return (
    <div className={classes.stack} data-grows={grows}>
      {eachContained(children)}
    </div>
  )
}

function eachContained(sections: ReactNode) {
  return Children.map(sections, (section) => <ErrorBoundary>{section}</ErrorBoundary>)
}
