import type { Call } from '@kobo/contract/kit/call'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { isTaken } from './encode-request.ts'
import { readWithinMs, tooLate, withTimeout } from './with-timeout.ts'

const schema = z.object({
  apiBaseUrl: z.string(),
  hashKey: z.string(),
  /** Newest access token version that the server accepts. */
  accessToken: z.enum(['v1', 'v2']).catch('v1'),
  /** Whether the server accepts our additions to the published calls. */
  additions: z.boolean().default(false),
  /** Whether the server is a demo, whose sign-in is public. */
  demo: z.boolean().default(false),
  /** Release that the server serves. */
  release: z.string().optional(),
})

type Config = z.infer<typeof schema>

let loading: Promise<Config> | undefined

/** Returns this installation's API base URL and signing key. Loaded once; failures are retried. */
export function loadConfig(): Promise<Config> {
  loading ??= findConfig().catch((problem: unknown) => {
    loading = undefined
    throw problem
  })
  return loading
}

async function findConfig(): Promise<Config> {
  return embeddedConfig() ?? fetchConfig()
}

/** Returns the configuration that our own server embeds in the page. Other hosts of the console may not embed it. */
function embeddedConfig(): Config | undefined {
  const json = document.getElementById('config')?.textContent
  return json ? schema.parse(JSON.parse(json)) : undefined
}

/** Fetches the configuration from the server, bypassing every cache. */
export async function fetchConfig(): Promise<Config> {
  return await withTimeout({ withinMs: readWithinMs, sentence: tooLate }, async (signal) => {
    const response = await fetch('/config.json', { cache: 'no-store', signal })
    if (!response.ok) throw new Error(`The configuration request failed with status ${response.status}`)
    return schema.parse(await response.json())
  })
}

/** Returns the runtime configuration once it is loaded. */
export function useConfig(): Config | undefined {
  return useQuery({
    queryKey: ['config'],
    queryFn: loadConfig,
    initialData: embeddedConfig,
    staleTime: Number.POSITIVE_INFINITY,
  }).data
}

/** Returns a check for the keys that the server accepts with a call. */
export function useSupportedKeys(call: Call): (key: string) => boolean {
  const additions = useConfig()?.additions ?? false
  return (key) => isTaken(call, key, additions)
}

/** Returns whether the server has this call. */
export function useIsSupported({ addition }: Call): boolean {
  const additions = useConfig()?.additions ?? false
  return additions || !addition
}
