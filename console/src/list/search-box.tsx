import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import classes from '../ui/plain-input.module.css'
import { usePageKeys } from '../ui/use-page-keys.ts'

/** Debounce in milliseconds. */
const searchDelayMs = 500

interface SearchBoxProps {
  label: string
  /** Active search. */
  value: string
  onSearch: (text: string) => void
}

/** Debounced search input; `/` focuses it from anywhere. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const [typed, setTyped] = useState(value)
  const [submitted, setSubmitted] = useState(value)
  const [shown, setShown] = useState(value)
  const input = useRef<HTMLInputElement>(null)

  function submit(text: string) {
    setSubmitted(text)
    onSearch(text)
  }
  const search = useDebouncedCallback((text: string) => {
    // The typed text may have been cleared or replaced meanwhile.
    if (text === typed.trim()) submit(text)
  }, searchDelayMs)

  // A search changed elsewhere, such as by Back, replaces the typed text.
  if (value !== shown) {
    setShown(value)
    if (value !== submitted) {
      setSubmitted(value)
      setTyped(value)
    }
  }

  function clear() {
    setTyped('')
    submit('')
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
