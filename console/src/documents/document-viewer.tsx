import { Button, Loader } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { WideDialog } from '../ui/wide-dialog.tsx'
import classes from './documents.module.css'
import { fileKey, useFile } from './use-file.ts'

/** Shows an image or a PDF in a dialog. The file is fetched: its address is never opened. */
export function DocumentViewer({ address, onClose }: { address: string; onClose: () => void }) {
  // A signed address changes with every reading of its record: what is shown keeps the one it came from.
  const [kept, setKept] = useState(address)
  const file = useFile(kept)
  const queries = useQueryClient()
  if (file.state === 'failed' && address !== kept) setKept(address)
  const name = documentName(address)
  const retry = () => {
    if (file.state === 'failed') file.again()
    // The address itself may have run out; its record brings a new one.
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== fileKey })
  }
  return (
    <WideDialog
      title={name}
      onClose={onClose}
      footer={
        file.state === 'ready' && (
          <Button component="a" href={file.src} download={name} leftSection={<IconDownload size={16} />}>
            Download
          </Button>
        )
      }
    >
      <div className={classes.shown}>
        {file.state === 'loading' && <Loader size="sm" aria-label="Loading the document" />}
        {file.state === 'refused' && <p>This document has no address that can be opened.</p>}
        {file.state === 'failed' && (
          <div className={classes.failed} role="alert">
            <p>Error Fetching</p>
            <Button variant="default" onClick={retry}>
              Retry
            </Button>
          </div>
        )}
        {file.state === 'ready' && <Shown src={file.src} type={file.type} name={name} />}
      </div>
    </WideDialog>
  )
}

function Shown({ src, type, name }: { src: string; type: string; name: string }) {
  if (type === 'application/pdf') return <iframe className={classes.pdf} src={src} title={name} />
  if (type.startsWith('image/')) return <img className={classes.image} src={src} alt={name} />
  return <p>A file of this kind cannot be shown here. Download it to open it.</p>
}

/** A readable name for a document: the last part of its address, decoded, without the query. */
export function documentName(address: string): string {
  const path = URL.canParse(address, window.location.href) ? new URL(address, window.location.href).pathname : address
  const last = path.split('/').filter(Boolean).at(-1)
  if (last === undefined) return 'Document'
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
