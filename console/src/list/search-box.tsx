import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import classes from '../ui/plain-input.module.css'
import { usePageKeys } from '../ui/use-page-keys.ts'

/** How long a search waits for the next key. */
const searchDelayMs = 500

interface SearchBoxProps {
  label: string
  /** The search that the list is asked now. */
  value: string
  onSearch: (text: string) => void
}

/** Searches a little after the last key; `/` leads to it from anywhere. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const [typed, setTyped] = useState(value)
  const [asked, setAsked] = useState(value)
  const [shown, setShown] = useState(value)
  const input = useRef<HTMLInputElement>(null)

  const search = useDebouncedCallback((text: string) => {
    setAsked(text)
    onSearch(text)
  }, searchDelayMs)

  // An address that changed by other means, Back for one, takes the place of what was typed.
  if (value !== shown) {
    setShown(value)
    if (value !== asked) {
      setAsked(value)
      setTyped(value)
    }
  }

  function clear() {
    setTyped('')
    search('')
    // Nobody types on: there is nothing to wait for.
    search.flush()
    input.current?.focus()
  }

  usePageKeys({ '/': () => input.current?.focus() })

  return (
    <span className={`${classes.box} ${classes.search}`}>
      <IconSearch size={16} stroke={1.5} aria-hidden />
      <input
        ref={input}
        type="search"
        className={classes.input}
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          search(event.currentTarget.value.trim())
        }}
      />
      {typed !== '' && (
        <button type="button" className={classes.clear} aria-label="Clear search" onClick={clear}>
          <IconX size={14} stroke={1.75} aria-hidden />
        </button>
      )}
    </span>
  )
}
