import { useMode } from '../api/use-mode.ts'

/** The mode that the screen shows, as a sentence names it: `Live mode` or `Test mode`. */
export function useModeName(): string {
  return useMode() === 'SANDBOX' ? 'Test mode' : 'Live mode'
}
