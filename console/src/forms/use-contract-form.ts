import type { Call, Request } from '@kobo/contract/kit/call'
import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form'
import { type SyntheticEvent, useState } from 'react'
import { ApiError, lastResort } from '../api/api-error.ts'
import type { Answer } from '../api/send.ts'
import { useApiMutation } from '../api/use-api-mutation.ts'
import { type UnsavedInput, useUnsavedInput } from '../ui/unsaved-input.ts'
import { validationErrors } from './validation-errors.ts'
import { valueAt } from './field.ts'
import type { Sent } from './submit-state.ts'
import { useEarlierRequest } from './use-earlier-request.ts'
import { useFocusAfter } from './use-focus-after.ts'

interface FormOptions<C extends Call, V extends object> {
  start: V
  /** What the fields mean for the call; a field is named by its path in the call's body. */
  request: (values: V) => Request<C>
  onDone: (answer: Answer<C>, values: V) => void
  onRefused?: (failure: ApiError) => void
  /** What the call does not know, such as a repeated password. */
  check?: (values: V) => FormErrors
  /** A field that is left is checked though nothing in it was changed, for a form whose button is locked until all is right. */
  checks?: 'left'
}

interface ContractForm<V extends object> extends Sent {
  unsaved: UnsavedInput
  form: UseFormReturnType<V>
}

interface Refusal<V> {
  values: V
  fields: Record<string, string>
}

const nothing: ReadonlySet<string> = new Set()

/**
 * A form for a call: the contract's messages at its fields, the server's too; a failure keeps what was typed. A field that
 * was changed is checked when it is left, and from then on, or once it was at fault, with each change. The problem of a
 * public call, which is made before there is a console around the form, stands in the form; all others are toasts.
 */
export function useContractForm<C extends Call, V extends object>(
  call: C,
  { start, request, onDone, onRefused, check, checks }: FormOptions<C, V>,
): ContractForm<V> {
  const isPublic = call.permission === 'public'
  const { state, progress, start: send } = useApiMutation(call, { silent: isPublic })
  const sending = state === 'sending'
  const [checked, setChecked] = useState(nothing)
  const [refusal, setRefusal] = useState<Refusal<V> | null>(null)
  const [problem, setProblem] = useState<ApiError | null>(null)
  const focusAfter = useFocusAfter(sending)
  const earlier = useEarlierRequest(call, request(start))
  const checkFromNow = (names: string[]) => setChecked((before) => new Set([...before, ...names]))
  const isShown = ([name]: [string, unknown]) => valueAt(start, name) !== undefined
  const faults = (values: V): FormErrors => ({ ...validationErrors(call, request(values)), ...check?.(values) })

  const form = useForm<V>({
    initialValues: start,
    validate: faults,
    enhanceGetInputProps: ({ field }) => ({
      error: errors[field],
      // Reaching a field changes nothing about it.
      onFocus: undefined,
      onBlur: () => (form.isTouched(field) || checks === 'left') && checkFromNow([field]),
    }),
  })
  // What the server refused, it refuses until it is changed.
  const standing = Object.entries(refusal?.fields ?? {}).filter(
    ([name]) => valueAt(refusal?.values, name) === valueAt(form.values, name),
  )
  const found = Object.entries(faults(form.values)).filter(([name]) => checked.has(name))
  const errors: FormErrors = Object.fromEntries([...standing, ...found])

  function submit(event?: SyntheticEvent<HTMLFormElement>) {
    event?.preventDefault()
    if (sending || earlier?.state === 'checking') return
    const giveFocus = focusAfter(event?.currentTarget)
    const values = form.getValues()
    const wrong = Object.entries(faults(values))
    setRefusal(null)
    setProblem(null)
    if (wrong.length > 0) {
      checkFromNow(wrong.map(([name]) => name))
      const [, sentence] = wrong[0] ?? []
      if (!wrong.some(isShown) && typeof sentence === 'string') setProblem(new ApiError(0, 'bad_input', sentence))
      giveFocus()
      return
    }
    send(request(values), {
      onSuccess: (answer) => {
        unsaved.release()
        onDone(answer, values)
      },
      onError: (thrown) => {
        const failure = thrown instanceof ApiError ? thrown : new ApiError(0, 'internal', lastResort)
        onRefused?.(failure)
        const fields = Object.entries(failure.fields ?? {}).filter(isShown)
        setRefusal({ values, fields: Object.fromEntries(fields) })
        if (isPublic && fields.length === 0) setProblem(failure)
        giveFocus()
      },
    })
  }

  function reset() {
    form.reset()
    setChecked(nothing)
    setRefusal(null)
    setProblem(null)
  }

  const isDirty = form.isDirty()
  const unsaved = useUnsavedInput(isDirty && call.effect === 'write' && !isPublic, reset)
  return {
    form: { ...form, errors, submitting: sending, reset },
    isDirty,
    sending,
    progress,
    problem,
    unsaved,
    earlier,
    submit,
  }
}
