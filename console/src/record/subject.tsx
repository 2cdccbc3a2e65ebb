import type { Mode } from '@kobo/contract/kit/mode'
import type { ReactNode } from 'react'
import { useMode } from '../api/session.tsx'
import classes from './subject.module.css'
import { ClaimNotice } from './work/work-context.tsx'

interface SubjectProps {
  /** Question to the operator. */
  prompt: string
  name: ReactNode
  /** For records that exist in both modes, such as staff. */
  modes?: 'both'
  /** Further identifying details. */
  children?: ReactNode
}

/** Prompt about a record, with its name and mode. */
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
        <ClaimNotice />
      </div>
    </>
  )
}

/** Returns the mode on screen: `Live mode` or `Test mode`. */
export function useModeName(): string {
  return nameOfMode(useMode())
}

export function nameOfMode(mode: Mode | undefined): string {
  return mode === 'SANDBOX' ? 'Test mode' : 'Live mode'
}
