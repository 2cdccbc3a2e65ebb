import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { DocumentViewer } from './document-viewer.tsx'
import { emptyValue } from '../ui/format-text.ts'
import classes from './documents.module.css'

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
