import { mode as knownMode } from '@kobo/contract/kit/mode'
import { modeName } from '../../api/session-store.ts'

/** Modes as options of a filter. */
export const modeOptions = knownMode.options.map((value) => ({ value, label: modeName(value) }))

/** Returns the mode of an entry as a person reads it; what concerns neither, such as a sign-in, concerns both. */
export function modeText(mode: string | null | undefined): string {
  return modeOptions.find(({ value }) => value === mode)?.label ?? 'Both'
}
