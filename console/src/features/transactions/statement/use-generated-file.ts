import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { z } from 'zod'
import { fileUrl } from '../../../ui/download-link.ts'
import { toastFailure } from '../../../ui/toast.ts'

/** State of a file that the server generates. */
export type GeneratedFile = { state: 'making' | 'there' } | { state: 'refused'; message: string }

const pollMs = 2_000
const fallbackMessage = 'The file could not be prepared'

/** Polls the URL of a file until it is ready, or shows that the server cannot generate it. */
export function useGeneratedFile(address: string | null): GeneratedFile {
  const url = address === null ? null : fileUrl(address)
  const query = useQuery({
    queryKey: ['made file', url],
    queryFn: url === null ? skipToken : ({ signal }) => fetchState(url, signal),
    // A missing response says nothing about the file; polling continues.
    retry: false,
    refetchInterval: ({ state }) => (state.data === undefined || state.data.state === 'making' ? pollMs : false),
    refetchIntervalInBackground: true,
    gcTime: 0,
  })
  const message = query.data?.state === 'refused' ? query.data.message : null
  useEffect(() => {
    if (message !== null) toastFailure(message)
  }, [message])
  if (url === null) return { state: 'there' }
  return query.data ?? { state: 'making' }
}

async function fetchState(url: string, signal: AbortSignal): Promise<GeneratedFile> {
  const response = await fetch(url, { signal, referrerPolicy: 'no-referrer', headers: { accept: 'application/json' } })
  if (response.status === 202) return { state: 'making' }
  if (response.ok) {
    // Discards the body, which the operator downloads by the link.
    response.body?.cancel().catch(() => {})
    return { state: 'there' }
  }
  if (response.status === 429 || response.status >= 500) throw new Error(`Request failed: ${response.status}`)
  const body = failure.safeParse(await response.json().catch(() => null))
  return { state: 'refused', message: body.data?.message || fallbackMessage }
}

const failure = z.object({ message: z.string() })
