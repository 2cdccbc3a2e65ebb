import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fileUrl } from '../ui/download-link.ts'

type FileState =
  | { state: 'none' | 'refused' | 'loading' }
  | { state: 'failed'; again: () => void }
  | { state: 'ready'; src: string; type: string }

/**
 * Fetches a stored file (a document, a logo) and holds it as an address of this page, given back when nobody looks at
 * it any more. Only http(s) and our own addresses are fetched. `which` tells documents apart whose addresses change.
 */
export function useFile(address: string | null | undefined, which = 0): FileState {
  const url = address ? fileUrl(address) : null
  const file = useQuery({
    queryKey: [fileKey, url, which],
    queryFn: ({ signal }) => fetchFile(url, signal),
    enabled: url !== null,
    // What the server refuses stays refused; an answer that was lost on its way is asked for once more.
    retry: (failures, problem) => failures === 0 && problem instanceof TypeError,
    retryDelay: 300,
    // A signed address changes with every reading of its record; the picture stays until it is there anew.
    placeholderData: (before: Blob | undefined, of) => (of?.queryKey[2] === which ? before : undefined),
    staleTime: Number.POSITIVE_INFINITY,
    // Personal documents do not stay in memory once their viewer has closed.
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
 * The same while its record is read again and again: a signed address changes with every reading, and what is shown keeps
 * the one that it came from. Nothing is fetched before it is wanted.
 */
export function useKeptFile(address: string, isWanted = true, which = 0): FileState {
  const [kept, setKept] = useState({ address, which })
  const file = useFile(isWanted ? kept.address : null, kept.which)
  const isRenewed = file.state === 'failed' && address !== kept.address
  if (isRenewed || which !== kept.which) setKept({ address, which })
  return file
}

/** Under which name fetched files are kept. */
export const fileKey = 'file'

async function fetchFile(url: string | null, signal: AbortSignal): Promise<Blob> {
  if (url === null) throw new Error('Nothing to fetch')
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
