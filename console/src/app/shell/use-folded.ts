import { useLocalStorage } from '@mantine/hooks'

/** Returns whether the navigation shows icons only, as stored in this browser. */
export function useFolded() {
  // Read before the first paint, which an effect would follow with a shift.
  return useLocalStorage({ key: 'kobo.nav-folded', defaultValue: false, getInitialValueInEffect: false })
}
