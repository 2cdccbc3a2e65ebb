import { useState } from 'react'
import { toastFailure, toastSuccess } from './toast.ts'

const checkMarkMs = 2_000

export type CopiedValue = string | ((button: HTMLElement) => string)

/** Copies a value, or one computed on click, and confirms with `toast`. `copied` is true for a moment afterwards. */
export function useCopy(value: CopiedValue, toast: string) {
  const [copied, setCopied] = useState(false)

  async function copy(button: HTMLElement) {
    const text = typeof value === 'string' ? value : value(button)
    if (!(await copyText(text, button))) {
      toastFailure('The browser blocked copying')
      return
    }
    toastSuccess(toast)
    setCopied(true)
    setTimeout(() => setCopied(false), checkMarkMs)
  }

  return { copied, copy }
}

async function copyText(text: string, near: HTMLElement): Promise<boolean> {
  try {
    if ('clipboard' in navigator) {
      await navigator.clipboard.writeText(text)
      return true
    }
  } catch {
    // Denied by the browser; the selection method may still work.
  }
  return copyBySelection(text, near)
}

/** Fallback for plain-http hosts, which have no clipboard API. The field is next to the button, inside its focus trap. */
function copyBySelection(text: string, near: HTMLElement): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.position = 'fixed'
  field.style.opacity = '0'
  near.after(field)
  field.select()
  const copied = typeof document.execCommand === 'function' && document.execCommand('copy')
  field.remove()
  near.focus()
  return copied
}
