import type { ReactNode } from 'react'
import { useModeName } from './mode-name.ts'
import classes from './subject.module.css'

interface SubjectProps {
  /** What the operator is asked. */
  prompt: string
  name: ReactNode
  /** Such as staff, who are the same in both. */
  modes?: 'both'
  /** What else tells the record from others. */
  children?: ReactNode
}

/** Asks a question about a record, naming it and the mode. */
export function Subject({ prompt, name, modes, children }: SubjectProps) {
  const modeName = useModeName()
  return (
    <>
      <p className={classes.prompt}>{prompt}</p>
      <div className={classes.subject}>
        <div className={classes.first}>
          <strong>{name}</strong>
          <span>{modes === 'both' ? 'Live and Test mode' : modeName}</span>
        </div>
        {children}
      </div>
    </>
  )
}
