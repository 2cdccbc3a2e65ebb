import { CloseButton } from '@mantine/core'
import { IconFile } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { fileSize } from './file-limits.ts'
import classes from './files-field.module.css'

/** A chosen file: its picture where it is one, its name and size, and a way to take it out again. */
export function FileThumbnail({ file, onRemove }: { file: File; onRemove: (() => void) | null }) {
  const picture = usePicture(file)
  return (
    <li className={classes.file}>
      <span className={classes.picture}>
        {picture ? <img src={picture} alt="" /> : <IconFile size={20} stroke={1.5} aria-hidden />}
      </span>
      <span className={classes.name}>
        {file.name}
        <small>{fileSize(file)}</small>
      </span>
      {onRemove && <CloseButton size="sm" aria-label={`Remove ${file.name}`} onClick={onRemove} />}
    </li>
  )
}

/** The address of a picture for as long as it is shown. */
function usePicture(file: File): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!file.type.startsWith('image/')) return
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}
