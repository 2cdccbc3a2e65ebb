import { CloseButton } from '@mantine/core'
import { IconFile } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { fileSize } from './file-limits.ts'
import classes from './files-field.module.css'

interface FileThumbnailProps {
  file: File
  disabled: boolean
  onRemove: () => void
}

/** Selected file with its preview, name, size and remove button. */
export function FileThumbnail({ file, disabled, onRemove }: FileThumbnailProps) {
  const [picture, setPicture] = useObjectUrl(file)
  return (
    <li className={classes.file}>
      <span className={classes.picture}>
        {picture ? (
          <img src={picture} alt="" onError={() => setPicture(null)} />
        ) : (
          <IconFile size={20} stroke={1.5} aria-hidden />
        )}
      </span>
      <span className={classes.name}>
        {file.name}
        <small>{fileSize(file)}</small>
      </span>
      <CloseButton size="sm" aria-label={`Remove ${file.name}`} disabled={disabled} onClick={onRemove} />
    </li>
  )
}

/** Returns the object URL of an image, revoked after use. */
function useObjectUrl(file: File) {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!file.type.startsWith('image/')) return
    const url = URL.createObjectURL(file)
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [file])
  return [address, setAddress] as const
}
