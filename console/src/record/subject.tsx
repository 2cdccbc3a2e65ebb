import type { ReactNode } from 'react'
import { useModeName } from './mode-name.ts'
import classes from './subject.module.css'

interface SubjectProps {
  /** What the operator is asked. */
  prompt: string
  name: ReactNode
  /** It belongs to a person, not to a mode. */
  inEveryMode?: boolean
  /** What else tells the record from others. */
  children?: ReactNode
}

/** Asks a question about a record, naming it and the mode that it belongs to. */
export function Subject({ prompt, name, inEveryMode = false, children }: SubjectProps) {
  const modeName = useModeName()
  return (
    <>
      <p className={classes.prompt}>{prompt}</p>
      <div className={classes.subject}>
        <div className={classes.first}>
          <strong>{name}</strong>
          {!inEveryMode && <span>{modeName}</span>}
        </div>
        {children}
      </div>
    </>
  )
}
