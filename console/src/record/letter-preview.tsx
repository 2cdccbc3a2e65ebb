import type { ReactNode } from 'react'
import classes from './letter-preview.module.css'

interface LetterPreviewProps {
  summary: ReactNode
  letter: { subject: string; text: string }
}

/** An email as its recipient will receive it, closed at first. */
export function LetterPreview({ summary, letter: { subject, text } }: LetterPreviewProps) {
  return (
    <details className={classes.preview}>
      <summary>{summary}</summary>
      <div className={classes.letter}>
        <strong>{subject}</strong>
        <p>{text}</p>
      </div>
    </details>
  )
}
