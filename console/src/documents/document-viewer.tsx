import { Button, Loader } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, createContext, use, useState } from 'react'
import { WideDialog } from '../ui/dialog.tsx'
import classes from './documents.module.css'
import { documentName } from './document-name.ts'
import { fileKey, useKeptFile } from './use-file.ts'

/**
 * Shows an image or PDF in a dialog, with navigation among the record's documents. The file is fetched; its URL is never opened.
 */
export function DocumentViewer({ address: opened, onClose }: { address: string; onClose: () => void }) {
  const { all, decision } = use(DocumentSet)
  const first = all.indexOf(opened)
  const [step, setStep] = useState(0)
  const index = first + step
  const address = (first === -1 ? undefined : all[index]) ?? opened
  const file = useKeptFile(address, true, step)
  const queries = useQueryClient()
  const name = documentName(address)
  const retry = () => {
    if (file.state === 'failed') file.again()
    // The signed URL may have expired, so its record is refetched.
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== fileKey })
  }
  return (
    <WideDialog
      title={name}
      onClose={onClose}
      footer={
        <>
          {first !== -1 && all.length > 1 && (
            <div className={classes.steps}>
              <Button variant="default" disabled={index === 0} onClick={() => setStep(step - 1)}>
                Previous document
              </Button>
              <span aria-live="polite">
                {index + 1} of {all.length}
              </span>
              <Button variant="default" disabled={index === all.length - 1} onClick={() => setStep(step + 1)}>
                Next document
              </Button>
            </div>
          )}
          {file.state === 'ready' && (
            <Button
              component="a"
              variant="default"
              href={file.src}
              download={name}
              leftSection={<IconDownload size={16} />}
            >
              Download document
            </Button>
          )}
          {index === all.length - 1 && decision}
        </>
      }
    >
      <div className={classes.shown}>
        {file.state === 'loading' && <Loader size="sm" aria-label="Loading the document" />}
        {file.state === 'refused' && <p>This document has no valid URL.</p>}
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
  return <p>This file type cannot be previewed. Download it to open it.</p>
}

interface Papers {
  /** URLs of the documents in viewing order. */
  all: readonly string[]
  /** Shown with the last document: the decision to take after viewing all of them. */
  decision?: ReactNode
}

/** All documents of a record. */
export const DocumentSet = createContext<Papers>({ all: [] })
