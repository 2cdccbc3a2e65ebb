import type { FileField } from '@kobo/contract/kit/call'

/** Which files a field takes: in words, and as the browser's own dialog takes it. */
export interface FileKinds {
  /** Completes "Only …". */
  words: string
  accept: Readonly<Record<string, readonly string[]>>
}

/** Pictures that every browser shows. */
export const images: FileKinds = {
  words: 'PNG, JPG, WebP or GIF images',
  accept: {
    'image/png': ['.png'],
    'image/jpeg': ['.jpg', '.jpeg'],
    'image/webp': ['.webp'],
    'image/gif': ['.gif'],
  },
}

/** What a field takes, said before anything is chosen. */
export function limitWords({ max, maxBytes }: FileField, { words }: FileKinds): string {
  return `${words}. Less than ${megabytes(maxBytes)}${max === 1 ? '' : ` each, at most ${max}`}`
}

/** Why a file is refused, by the code that the drop zone gives. */
export function refusalWords(file: File, code: string, { max, maxBytes }: FileField, { words }: FileKinds): string {
  switch (code) {
    case 'file-invalid-type':
      return `${file.name} is refused: only ${words}`
    case 'file-too-large':
      return `${file.name} is refused: it has ${fileSize(file)}, and must have less than ${megabytes(maxBytes)}`
    case 'file-too-small':
      return `${file.name} is refused: it is empty`
    default:
      return `${file.name} is refused: at most ${max === 1 ? 'one file' : `${max} files`}`
  }
}

/** The size of a file, for people. */
export function fileSize({ size }: File): string {
  return size < 1_000_000 ? `${Math.max(1, Math.round(size / 1_000))}KB` : megabytes(size)
}

function megabytes(bytes: number): string {
  // Rounded up, so that what is too large never reads like the limit.
  return `${Math.ceil(bytes / 100_000) / 10}MB`
}
