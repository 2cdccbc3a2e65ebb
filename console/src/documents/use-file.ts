import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fileUrl } from '../ui/download-link.ts'

type FileState =
  | { state: 'none' | 'refused' | 'loading' }
  | { state: 'failed'; again: () => void }
  | { state: 'ready'; src: string; type: string }

/**
 * Fetches a stored file (a document, a logo) as an object URL, revoked when no longer shown. Only http(s) URLs are fetched.
 * `documentIndex` distinguishes documents whose URLs change.
 */
export function useFile(address: string | null | undefined, documentIndex = 0): FileState {
  const url = address ? fileUrl(address) : null
  const file = useQuery({
    queryKey: [fileKey, url, documentIndex],
    queryFn: ({ signal }) => fetchFile(url, signal),
    enabled: url !== null,
    // Server errors are final; a response lost on the network is requested once more.
    retry: (failures, problem) => failures === 0 && problem instanceof TypeError,
    retryDelay: 300,
    // A signed URL changes whenever its record is read. The current image stays until the new one has loaded.
    placeholderData: (before: Blob | undefined, query) => (query?.queryKey[2] === documentIndex ? before : undefined),
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
export function useKeptFile(address: string, isWanted = true, documentIndex = 0): FileState {
  const [current, setCurrent] = useState({ address, documentIndex })
  const file = useFile(isWanted ? current.address : null, current.documentIndex)
  const isRenewed = file.state === 'failed' && address !== current.address
  if (isRenewed || documentIndex !== current.documentIndex) setCurrent({ address, documentIndex })
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
    const url = URL.createObjectURL(file)
    setSrc(url)
    return () => {
      URL.revokeObjectURL(url)
      setSrc(null)
    }
  }, [file])
  return src
}
