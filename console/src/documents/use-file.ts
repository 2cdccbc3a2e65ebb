import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fileUrl } from '../ui/download-link.ts'

type FileState =
  | { state: 'none' | 'refused' | 'loading' }
  | { state: 'failed'; again: () => void }
  | { state: 'ready'; src: string; type: string }

/**
 * Fetches a stored file (a document, a logo) as an object URL, revoked when no longer shown. Only http(s) URLs are fetched.
 * `which` distinguishes documents whose URLs change.
 */
export function useFile(address: string | null | undefined, which = 0): FileState {
  const url = address ? fileUrl(address) : null
  const file = useQuery({
    queryKey: [fileKey, url, which],
    queryFn: ({ signal }) => fetchFile(url, signal),
    enabled: url !== null,
    // Server errors are final; a response lost on the network is requested once more.
    retry: (failures, problem) => failures === 0 && problem instanceof TypeError,
    retryDelay: 300,
    // A signed URL changes whenever its record is read. The current image stays until the new one has loaded.
    placeholderData: (before: Blob | undefined, of) => (of?.queryKey[2] === which ? before : undefined),
    staleTime: Number.POSITIVE_INFINITY,
    // Personal documents leave memory when their viewer closes.
    gcTime: 0,
  })
  const src = useObjectUrl(file.data)

  if (!address) return { state: 'none' }
  if (url === null) return { state: 'refused' }
  if (file.data && src !== null) return { state: 'ready', src, type: file.data.type }
  if (file.isError && !file.isFetching) return { state: 'failed', again: () => void file.refetch() }
  return { state: 'loading' }
}

/**
 * Does the same while its record is polled: a signed URL changes with every read, so the displayed file keeps its first one.
 * Fetches nothing until wanted.
 */
export function useKeptFile(address: string, isWanted = true, which = 0): FileState {
  const [kept, setKept] = useState({ address, which })
  const file = useFile(isWanted ? kept.address : null, kept.which)
  const isRenewed = file.state === 'failed' && address !== kept.address
  if (isRenewed || which !== kept.which) setKept({ address, which })
  return file
}

/** First part of the query keys of fetched files. */
export const fileKey = 'file'

async function fetchFile(url: string | null, signal: AbortSignal): Promise<Blob> {
  if (url === null) throw new Error('No file to fetch')
  const response = await fetch(url, { signal, referrerPolicy: 'no-referrer' })
  if (!response.ok) throw new Error(`The file could not be fetched: ${response.status}`)
  return response.blob()
}

function useObjectUrl(file: Blob | undefined): string | null {
  const [src, setSrc] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setSrc(made)
    return () => {
      URL.revokeObjectURL(made)
      setSrc(null)
    }
  }, [file])
  return src
}
