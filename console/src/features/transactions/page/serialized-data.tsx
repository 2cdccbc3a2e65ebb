import { useId } from 'react'
import { emptyValue } from '../../../ui/empty-value.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import classes from './serialized-data.module.css'

/** What was sent or received, as text that can be read and copied. */
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

/** Nothing becomes nothing, a text stays as it is, everything else is written as JSON. */
function serialized(data: unknown): string {
  if (data === undefined || data === null) return ''
  return typeof data === 'string' ? data : JSON.stringify(data, null, 2)
}
