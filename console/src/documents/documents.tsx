import { UnstyledButton } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useState } from 'react'
import { SkeletonBar } from '../ui/skeleton-bar.tsx'
import { documentName } from './document-name.ts'
import { DocumentViewer } from './document-viewer.tsx'
import classes from './documents.module.css'
import { emptyValue } from '../ui/format-text.ts'

interface DocumentsProps {
  addresses: readonly string[] | undefined
  /** Shown if there are no documents. */
  none?: string
}

/** Lists documents by file name, each with a button to view it. */
export function Documents({ addresses, none = emptyValue }: DocumentsProps) {
  if (!addresses) {
    return (
      <div className={classes.none}>
        <SkeletonBar width="60%" />
      </div>
    )
  }
  if (addresses.length === 0) return <div className={classes.none}>{none}</div>
  return (
    <ul className={classes.documents}>
      {addresses.map((address, index) => (
        // Not keyed by URL: a signed one changes with every read, and an open viewer must stay open.
        <li key={`${index} ${documentName(address)}`} className={classes.document}>
          <IconFileText size={16} stroke={1.75} aria-hidden />
          <span className={classes.name}>{documentName(address)}</span>
          <ViewDocument address={address} of={documentName(address)} />
        </li>
      ))}
    </ul>
  )
}

/** Opens a document in the viewer; `of` names it for screen readers. */
export function ViewDocument({ address, of }: { address: string | null | undefined; of: string }) {
  const [opened, setOpened] = useState(false)
  if (!address) return emptyValue
  return (
    <>
      <UnstyledButton className={classes.view} aria-label={`View ${of}`} onClick={() => setOpened(true)}>
        View
      </UnstyledButton>
      {opened && <DocumentViewer address={address} onClose={() => setOpened(false)} />}
    </>
  )
}
