import { useWindowEvent } from '@mantine/hooks'
import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { isPageKey } from '../../ui/use-page-keys.ts'
import { navigation } from '../areas.ts'

/** Time in milliseconds in which the letter follows G. */
const withinMs = 1_500

/** Opens a page of the navigation by G and its letter. */
export function useAreaKeys(): void {
  const router = useRouter()
  const pressedAt = useRef(-Infinity)
  const handle = (event: KeyboardEvent) => {
    const key = event.key.toLowerCase()
    const follows = event.timeStamp - pressedAt.current < withinMs
    pressedAt.current = -Infinity
    if (!isPageKey(event)) return
    const area = follows && navigation.find((one) => one.key === key)
    if (area) {
      event.preventDefault()
      void router.navigate({ href: area.path })
    } else if (key === 'g') pressedAt.current = event.timeStamp
    // Another letter after G does nothing, rather than what it does alone.
    else if (follows && /^[a-z]$/.test(key)) event.preventDefault()
  }
  // Before the shortcuts of the page.
  useWindowEvent('keydown', handle, true)
}
