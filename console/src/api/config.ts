import { z } from 'zod'
import { withTimeout, readWithinMs, tooLate } from './with-timeout.ts'

const schema = z.object({
  apiBaseUrl: z.string(),
  hashKey: z.string(),
  /** The newest access token that the server says it takes. */
  accessToken: z.enum(['v1', 'v2']).catch('v1'),
  /** Whether the server takes what was added to the published calls. */
  additions: z.boolean().default(false),
  /** Whether the server is a demonstration, whose sign-in is no secret. */
  demo: z.boolean().default(false),
  /** Names the release that the server hands out. */
  release: z.string().optional(),
})

export type Config = z.infer<typeof schema>

let loading: Promise<Config> | undefined

/** What this installation is told at run time: where the API is, and with which key to sign. Read or asked once. */
export function loadConfig(): Promise<Config> {
  loading ??= findConfig().catch((problem: unknown) => {
    loading = undefined
    throw problem
  })
  return loading
}

async function findConfig(): Promise<Config> {
  return writtenConfig() ?? fetchConfig()
}

/** Our own server writes it into the page; what hands out a console elsewhere may not. */
export function writtenConfig(): Config | undefined {
  const written = document.getElementById('config')?.textContent
  return written ? schema.parse(JSON.parse(written)) : undefined
}

/** Asks the server anew, past every cache. */
export async function fetchConfig(): Promise<Config> {
  return await withTimeout({ withinMs: readWithinMs, sentence: tooLate }, async (signal) => {
    const response = await fetch('/config.json', { cache: 'no-store', signal })
    if (!response.ok) throw new Error(`The configuration answered ${response.status}`)
    return schema.parse(await response.json())
  })
}
