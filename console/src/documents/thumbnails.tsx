import { UnstyledButton } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { useInView } from '../ui/use-in-view.ts'
import { documentName } from './document-name.ts'
import classes from './documents.module.css'
import { useKeptFile } from './use-file.ts'

const DocumentViewer = lazyComponent(() => import('./document-viewer.tsx'), 'DocumentViewer', { over: true })

/** Thumbnails that open in the viewer. */
export function Thumbnails({ addresses }: { addresses: readonly string[] }) {
  return (
    <ul className={classes.thumbnails}>
      {addresses.map((address, index) => (
        // Not keyed by URL: a signed one changes with every read, and an open viewer must stay open.
        <li key={`${index} ${documentName(address)}`}>
          <Thumbnail address={address} />
        </li>
      ))}
    </ul>
  )
}

function Thumbnail({ address }: { address: string }) {
  const [ref, seen] = useInView<HTMLButtonElement>()
  const file = useKeptFile(address, seen)
  const [opened, setOpened] = useState(false)
  return (
    <>
      <UnstyledButton
        ref={ref}
        className={classes.thumbnail}
        aria-label={`View ${documentName(address)}`}
        onClick={() => setOpened(true)}
      >
        {file.state === 'ready' ? <img src={file.src} alt="" /> : <IconPhoto size={20} stroke={1.5} aria-hidden />}
      </UnstyledButton>
      {opened && <DocumentViewer address={address} onClose={() => setOpened(false)} />}
    </>
  )
}
