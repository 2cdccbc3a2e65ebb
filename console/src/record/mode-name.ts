import { useMode } from '../api/use-mode.ts'

/** Returns the mode on screen: `Live mode` or `Test mode`. */
export function useModeName(): string {
  return useMode() === 'SANDBOX' ? 'Test mode' : 'Live mode'
}
