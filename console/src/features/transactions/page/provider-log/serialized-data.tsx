import { useId } from 'react'
import { emptyValue } from '../../../../ui/format-text.ts'
import { CopyButton } from '../../../../ui/copy-button.tsx'
import classes from './serialized-data.module.css'

/** Request or response data as readable text with a copy button. */
export function SerializedData({ title, data }: { title: string; data: unknown }) {
  const titleId = useId()
  const text = serialized(data)
  return (
    <section className={classes.data} aria-labelledby={titleId}>
      <div className={classes.heading}>
        <h3 id={titleId}>{title}</h3>
        {text !== '' && (
          <CopyButton value={text} label={`Copy ${title.toLowerCase()}`} toast={`${title} copied successfully`} />
        )}
      </div>
      <pre className={classes.text} tabIndex={0}>
        {text || emptyValue}
      </pre>
    </section>
  )
}

/** Returns an empty string for null and undefined, a string unchanged, and other values as JSON. */
function serialized(data: unknown): string {
  if (data === undefined || data === null) return ''
  return typeof data === 'string' ? data : JSON.stringify(data, null, 2)
}
