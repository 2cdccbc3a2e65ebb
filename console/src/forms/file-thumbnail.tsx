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

/** A chosen file: its picture where it is one, its name and size, and a way to take it out again. */
export function FileThumbnail({ file, disabled, onRemove }: FileThumbnailProps) {
  const [picture, setPicture] = usePicture(file)
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

/** The address of a picture for as long as it is shown. */
function usePicture(file: File) {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!file.type.startsWith('image/')) return
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return [address, setAddress] as const
}
