import { type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { areSingleKeysOn, usePageKeys } from '../ui/use-page-keys.ts'
import { usePreload } from '../ui/preload.ts'
import type { ListRow } from './list-call.ts'

interface Rows<Row> {
  rows: readonly Row[]
  entry: string
  addressOf?: (row: Row) => string | undefined
  onOpen: (address: string) => void
}

/** Row last opened per history entry. Back returns the focus to it. */
const openedRows = new Map<string, string>()

/**
 * Opens rows by mouse and keyboard. Tab reaches one row; arrows, Home and End reach the others, J and K from anywhere. In a row,
 * arrows reach its controls, and C copies its first copyable value.
 */
export function useRowFocus<Row extends ListRow>(list: Rows<Row>, reveal?: (index: number) => void) {
  const { rows, entry, addressOf, onOpen } = list
  const body = useRef<HTMLTableSectionElement>(null)
  const [activeId, setActiveId] = useState<string>()
  const pendingFocus = useRef<{ index: number; control: string } | null>(null)
  const preload = usePreload()
  // The active row is tracked by ID, so that prepended rows do not move it.
  const active = Math.max(
    rows.findIndex((row) => row.id === activeId),
    0,
  )
  const setActive = (index: number) => setActiveId(rows[index]?.id)

  /** Focuses this kind of control in a row, or else the row's link. */
  function focusRow(index: number, control = 'a') {
    const to = Math.min(Math.max(index, 0), rows.length - 1)
    pendingFocus.current = { index: to, control }
    reveal?.(to)
    setActive(to)
    applyPendingFocus()
  }

  /** A virtualised row may have to be rendered first, so the next render tries again. */
  function applyPendingFocus() {
    const row = body.current?.querySelector(`[data-index="${pendingFocus.current?.index}"]`)
    if (pendingFocus.current === null || !row) return
    const kinds = [pendingFocus.current.control, 'a', '[aria-haspopup]']
    pendingFocus.current = null
    const control = kinds.map((kind) => row.querySelector<HTMLElement>(kind)).find((found) => found !== null)
    control?.focus()
  }

  useEffect(applyPendingFocus)

  const returnFocus = useEffectEvent(() => {
    const index = rows.findIndex((row) => row.id === openedRows.get(entry))
    if (index < 0) return
    openedRows.delete(entry)
    focusRow(index)
  })
  useEffect(() => returnFocus(), [entry, rows])

  const [first] = rows
  const firstAddress = first && addressOf?.(first)
  const preloadPage = useEffectEvent(() => firstAddress !== undefined && preload.page(firstAddress))
  const path = firstAddress?.split('/')[1]
  // All rows of a list open the same kind of page.
  useEffect(() => void preloadPage(), [path])

  /** Returns the target of a click: the link under the pointer, or else the row's address. */
  function clickTarget(target: EventTarget): { row: Row; address: string } | undefined {
    const row = rows[indexOf(target)]
    const address = row && (linkAt(target)?.getAttribute('href') ?? addressOf?.(row))
    return row && address ? { row, address } : undefined
  }

  function open(event: MouseEvent) {
    const hit = clickTarget(event.target)
    if (!hit || event.defaultPrevented || isOnControl(event.target)) return
    const isLink = linkAt(event.target) !== null
    // The first click of a double click has opened the row.
    if (isSelectingText(event) || event.detail > 1) {
      event.preventDefault()
    } else if (opensAside(event)) {
      // The browser opens links in a new tab itself.
      if (!isLink) window.open(hit.address, '_blank', 'noopener')
    } else if (event.button === 0) {
      event.preventDefault()
      // A panel returns the focus to the element that had it.
      focusRow(indexOf(event.target))
      openedRows.set(entry, hit.row.id)
      onOpen(hit.address)
    }
  }

  function move(event: KeyboardEvent) {
    const at = indexOf(event.target)
    const row = rows[at]
    const control = controlAt(event.target)
    if (!row || !control || event.ctrlKey || event.metaKey || event.altKey) return
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key]
    const sibling = siblingControl(control, { ArrowRight: 1, ArrowLeft: -1 }[event.key])
    const copyButton = event.key.toLowerCase() === 'c' && areSingleKeysOn() ? copyButtonOf(control) : null
    if (to === undefined && !sibling && !copyButton) return
    event.preventDefault()
    if (to !== undefined) focusRow(to, kindOf(control))
    else if (sibling) sibling.focus()
    else copyButton?.click()
  }

  /** Moves to the next or previous row, or from outside to the active one. */
  function step(by: 1 | -1) {
    const isHere = body.current?.contains(document.activeElement)
    focusRow(isHere ? active + by : active)
  }
  usePageKeys({ j: () => step(1), k: () => step(-1) })

  return {
    active,
    body: {
      ref: body,
      onPointerOver: (event: { target: EventTarget }) => preload.onHover(clickTarget(event.target)?.address),
      onPointerLeave: () => preload.onHover(undefined),
      onPointerDown: (event: { target: EventTarget }) => preload.now(clickTarget(event.target)?.address),
      onClick: open,
      onAuxClick: open,
      onKeyDown: move,
      onFocus: (event: { target: EventTarget }) => {
        if (!isInRow(event.target)) return
        setActive(indexOf(event.target))
        preload.onHover(clickTarget(event.target)?.address)
      },
    },
  }
}

function indexOf(target: EventTarget): number {
  const row = target instanceof Element ? target.closest('tr[data-index]') : null
  return Number(row?.getAttribute('data-index') ?? -1)
}

const controls = 'a, button'

/** Returns the focusable control of a row. */
function controlAt(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(controls) : null
}

/** Returns a selector for the same control in another row. */
function kindOf(control: HTMLElement): string {
  if (control.matches('[aria-haspopup]')) return '[aria-haspopup]'
  if (control.matches('[data-copies]')) return `[aria-label=${JSON.stringify(control.getAttribute('aria-label'))}]`
  return control.localName
}

/** Returns the control this many places away in the same row. */
function siblingControl(control: HTMLElement, step = 0): HTMLElement | undefined {
  const siblings = [...(control.closest('tr')?.querySelectorAll<HTMLElement>(controls) ?? [])]
  return step === 0 ? undefined : siblings[siblings.indexOf(control) + step]
}

function copyButtonOf(control: HTMLElement): HTMLElement | null {
  return control.closest('tr')?.querySelector<HTMLElement>('[data-copies]') ?? null
}

function linkAt(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest('a') : null
}

function isInRow(target: EventTarget): boolean {
  return indexOf(target) >= 0
}

function isOnControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, input, label, [role="menuitem"]') !== null
}

function opensAside(event: MouseEvent): boolean {
  return event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey
}

/** Selecting text to copy it also ends with a click. A single character is selected when a hand moves during a click. */
function isSelectingText(event: MouseEvent): boolean {
  const selection = getSelection()
  const isMarked = selection !== null && String(selection).trim().length > 1 && event.detail > 0
  return isMarked && event.currentTarget.contains(selection.anchorNode)
}
