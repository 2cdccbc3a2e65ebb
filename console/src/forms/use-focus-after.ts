import { useEffect, useState } from 'react'

interface Attempt {
  form: HTMLElement | undefined
  /** Focused element at submission, which loses the focus while the form is disabled. */
  focused: Element | null
}

const wrong = '[aria-invalid="true"], [data-invalid="true"]'

/** Moves the focus after a failed submission to the first invalid field, or else back to the focused element. */
export function useFocusAfter(sending: boolean) {
  const [failed, setFailed] = useState<Attempt | null>(null)
  useEffect(() => {
    if (!failed || sending) return
    const field = failed.form?.querySelector(wrong)
    const isLost = document.activeElement === null || document.activeElement === document.body
    const target = field ?? (isLost ? failed.focused : null)
    if (target instanceof HTMLElement) target.focus()
  }, [failed, sending])

  /** Call on submission; call the returned function if it has failed. */
  return (form: HTMLElement | undefined) => {
    const attempt = { form, focused: document.activeElement }
    setFailed(null)
    return () => setFailed(attempt)
  }
}
