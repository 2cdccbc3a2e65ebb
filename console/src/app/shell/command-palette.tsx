import { Modal } from '@mantine/core'
import { findTextLength } from '@kobo/contract/search'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { keepFocus } from '../../ui/field-errors.ts'
import { useReturnFocus } from '../../ui/dialog.tsx'
import classes from './command-palette.module.css'
import { type Entry, usePaletteItems } from './use-palette-items.tsx'

interface CommandPaletteProps {
  text: string
  onText: (text: string) => void
  onClose: () => void
}

/** Opens any page and finds any record by one of its values. The focus stays in the input. */
export function CommandPalette({ text, onText, onClose }: CommandPaletteProps) {
  useReturnFocus()
  const listId = useId()
  const { groups, status } = usePaletteItems(text)
  const entries = groups.flatMap((group) => group.entries).filter((entry) => entry.choose)
  const [pointed, setPointed] = useState<string>()
  const at = Math.max(
    entries.findIndex(({ id }) => id === pointed),
    0,
  )
  const current = entries[at]
  const idOf = (entry: Entry) => `${listId}-${entry.id}`
  const currentId = current && idOf(current)

  useEffect(() => {
    if (currentId !== undefined) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' })
  }, [currentId])

  function choose(entry: Entry) {
    if (!entry.stays) onClose()
    entry.choose?.()
  }
  function onKeyDown(event: KeyboardEvent) {
    // A key that ends an IME composition selects nothing.
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setPointed(entries[(at + step + entries.length) % entries.length]?.id)
    else if (event.key === 'Enter' && current) choose(current)
    else return
    event.preventDefault()
  }

  return (
    <Modal.Root opened onClose={onClose} size={720} yOffset="8dvh" transitionProps={{ duration: 0 }}>
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content classNames={{ content: classes.content }} aria-label="Find anything">
        <div className={classes.box}>
          <IconSearch size={18} stroke={1.5} aria-hidden />
          <input
            data-autofocus
            className={classes.input}
            role="combobox"
            aria-label="Find anything"
            aria-expanded
            aria-controls={listId}
            aria-activedescendant={currentId}
            autoComplete="off"
            spellCheck={false}
            maxLength={findTextLength}
            placeholder="Page, name, account number, amount, reference, session ID…"
            value={text}
            onChange={(event) => {
              setPointed(undefined)
              onText(event.currentTarget.value)
            }}
            onKeyDown={onKeyDown}
            // Text typed before the palette opened precedes what is typed now.
            onFocus={({ currentTarget: box }) => box.setSelectionRange(box.value.length, box.value.length)}
          />
        </div>
        <div id={listId} role="listbox" aria-label="Search results" className={classes.list}>
          {groups.map(({ label, entries: members }) => (
            <div key={label} role="group" aria-label={label}>
              <div className={classes.group} aria-hidden>
                {label}
              </div>
              {members.map((entry) => (
                <button
                  key={entry.id}
                  type="button"
                  id={idOf(entry)}
                  role="option"
                  tabIndex={-1}
                  className={classes.entry}
                  aria-selected={entry === current}
                  aria-disabled={!entry.choose}
                  onMouseDown={keepFocus}
                  onMouseMove={() => setPointed(entry.id)}
                  onClick={() => entry.choose && choose(entry)}
                >
                  {entry.content}
                </button>
              ))}
            </div>
          ))}
        </div>
        {status && (
          <p className={classes.said} role={status.isFailure ? 'alert' : 'status'}>
            {status.text}
          </p>
        )}
      </Modal.Content>
    </Modal.Root>
  )
}
