import type { Call } from '@kobo/contract/kit/call'
import { useQuery } from '@tanstack/react-query'
import { type Config, loadConfig, writtenConfig } from './config.ts'
import { isTaken } from './encode-request.ts'

/** Returns the runtime configuration once it is loaded. */
export function useConfig(): Config | undefined {
  return useQuery({
    queryKey: ['config'],
    queryFn: loadConfig,
    initialData: writtenConfig,
    staleTime: Number.POSITIVE_INFINITY,
  }).data
}

/** Returns a check for the keys that the server accepts with a call. */
export function useSupportedKeys(call: Call): (key: string) => boolean {
  const additions = useConfig()?.additions ?? false
  return (key) => isTaken(call, key, additions)
}
