import { useEffect, useState } from 'react'

interface Attempt {
  form: HTMLElement | undefined
  /** What had the focus when the form was sent; while it is locked, it loses it. */
  focused: Element | null
}

const wrong = '[aria-invalid="true"], [data-invalid="true"]'

/** Once a form could not be sent: the focus goes to its first wrong field, and otherwise back to where it was. */
export function useFocusAfter(sending: boolean) {
  const [failed, setFailed] = useState<Attempt | null>(null)
  useEffect(() => {
    if (!failed || sending) return
    const field = failed.form?.querySelector(wrong)
    const isLost = document.activeElement === null || document.activeElement === document.body
    const target = field ?? (isLost ? failed.focused : null)
    if (target instanceof HTMLElement) target.focus()
  }, [failed, sending])

  /** To be called when the form is sent; what it gives back, when that has failed. */
  return (form: HTMLElement | undefined) => {
    const attempt = { form, focused: document.activeElement }
    setFailed(null)
    return () => setFailed(attempt)
  }
}
