import type { FileField } from '@kobo/contract/kit/call'

/** File types that a field accepts, as text and for the browser's file dialog. */
export interface FileKinds {
  /** Completes "Only …". */
  words: string
  accept: Readonly<Record<string, readonly string[]>>
}

/** Image types that every browser displays. */
export const images: FileKinds = {
  words: 'PNG, JPG, WebP or GIF images',
  accept: {
    'image/png': ['.png'],
    'image/jpeg': ['.jpg', '.jpeg'],
    'image/webp': ['.webp'],
    'image/gif': ['.gif'],
  },
}

/** Returns a field's limits as text. */
export function limitText({ max, maxBytes }: FileField, { words }: FileKinds): string {
  return `${words}. Less than ${megabytes(maxBytes)}${max === 1 ? '' : ` each, up to ${max} files`}`
}

/** Returns why a file is rejected, by the drop zone's error code. */
export function refusalWords(file: File, code: string, { max, maxBytes }: FileField, { words }: FileKinds): string {
  switch (code) {
    case 'file-invalid-type':
      return `${file.name} was not added: only ${words} are accepted`
    case 'file-too-large':
      return `${file.name} (${fileSize(file)}) was not added: files must be smaller than ${megabytes(maxBytes)}`
    case 'file-too-small':
      return `${file.name} was not added: the file is empty`
    default:
      return `${file.name} was not added: ${max === 1 ? 'only one file is' : `at most ${max} files are`} accepted`
  }
}

/** Returns a file's size as text. */
export function fileSize({ size }: File): string {
  return size < 1_000_000 ? `${Math.max(1, Math.round(size / 1_000))}KB` : megabytes(size)
}

function megabytes(bytes: number): string {
  // Rounded up, so that a file that is too large never shows the limit as its size.
  return `${Math.ceil(bytes / 100_000) / 10}MB`
}
