import type { FileField as Limits } from '@kobo/contract/kit/call'
import { Input } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { bind, type Field } from './field.ts'
import { type FileKinds, limitText, refusalWords } from './file-limits.ts'
import { FileThumbnail } from './file-thumbnail.tsx'
import classes from './files-field.module.css'

interface FilesFieldProps<V extends object> extends Field<V> {
  label?: string
  /** Maximum number and size, from the call's contract. */
  limits: Limits
  kinds: FileKinds
}

/** Files bound to a form field, dropped or selected. Files beyond a limit are rejected immediately, each with a message. */
export function FilesField<V extends object>(props: FilesFieldProps<V>) {
  const { form, name, label = 'Upload CSV Document', limits, kinds } = props
  const { value, error, onChange } = bind<File[]>(form, name)
  const [refused, setRefused] = useState<string[]>([])
  const [labelId, hintId] = [useId(), useId()]
  const { getRootProps, getInputProps, isDragActive, rootRef } = useDropzone({
    accept: kinds.accept,
    maxSize: limits.maxBytes,
    minSize: 1,
    multiple: limits.max > 1,
    disabled: form.submitting,
    onDrop: (accepted, rejected) => {
      const freeSlots = limits.max - value.length
      const excess = accepted.slice(freeSlots).map((file) => refusalWords(file, 'too-many-files', limits, kinds))
      setRefused([
        ...rejected.map(({ file, errors }) => refusalWords(file, errors[0]?.code ?? '', limits, kinds)),
        ...excess,
      ])
      if (accepted.length > 0 && freeSlots > 0) onChange([...value, ...accepted.slice(0, freeSlots)])
    },
  })

  function remove(index: number) {
    onChange(value.toSpliced(index, 1))
    setRefused([])
    // The pressed button is removed with its file.
    rootRef.current?.focus()
  }

  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id: labelId }} error={error}>
      {/* Outside the drop zone, because a button must not contain another control. */}
      <input {...getInputProps({ name, 'aria-labelledby': labelId, style: { display: 'none' } })} />
      <div
        {...getRootProps({
          role: 'button',
          'aria-labelledby': labelId,
          'aria-describedby': hintId,
          'aria-disabled': form.submitting,
          className: classes.zone,
        })}
        data-over={isDragActive || undefined}
        data-invalid={Boolean(error)}
      >
        <IconUpload size={20} stroke={1.5} aria-hidden />
        <span>
          Drop {limits.max === 1 ? 'a file' : 'files'} here or <b>choose</b>
        </span>
        <small id={hintId}>{limitText(limits, kinds)}</small>
      </div>
      {refused.length > 0 && (
        <div className={classes.refused} role="alert">
          {refused.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      )}
      {value.length > 0 && (
        <ul className={classes.files}>
          {value.map((file, index) => (
            <FileThumbnail
              key={`${file.name} ${file.lastModified} ${index}`}
              file={file}
              disabled={form.submitting}
              onRemove={() => remove(index)}
            />
          ))}
        </ul>
      )}
    </Input.Wrapper>
  )
}
