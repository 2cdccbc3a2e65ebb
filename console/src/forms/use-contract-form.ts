import type { Call, Request } from '@kobo/contract/kit/call'
import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form'
import { type SyntheticEvent, useState } from 'react'
import { ApiError, lastResort } from '../api/api-error.ts'
import type { Answer } from '../api/send.ts'
import { useApiMutation } from '../api/use-api-mutation.ts'
import { type UnsavedInput, useUnsavedInput } from '../ui/unsaved-input.ts'
import { valueAt } from './field.ts'
import { type EarlierRequest, useEarlierRequest } from './use-earlier-request.ts'
import { useFocusAfter } from './use-focus-after.ts'

/** State of a form that is sent to the server. */
export interface Sent {
  /** The form has input that closing it would discard. */
  isDirty: boolean
  sending: boolean
  /** Fraction of the upload that was sent, from 0 to 1. */
  progress: number | null
  /** Error that belongs to no field and is not shown as a toast. */
  problem: ApiError | null
  /** Guards unsaved input; missing for calls that write nothing. */
  unsaved?: UnsavedInput
  /** Outcome of an earlier request of this form that got no response. */
  earlier?: EarlierRequest | null
  submit: (event?: SyntheticEvent<HTMLFormElement>) => void
}

interface FormOptions<C extends Call, V extends object> {
  start: V
  /** Builds the request from the values. Fields are named by their path in the call's body. */
  request: (values: V) => Request<C>
  onDone: (reply: Answer<C>, values: V) => void
  onRefused?: (failure: ApiError) => void
  /** Checks beyond the contract, such as a repeated password. */
  check?: (values: V) => FormErrors
  /** Shown on success in place of the server's message. */
  successText?: string
  /** Validates unchanged fields on blur too, for a form whose button is disabled until it is valid. */
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

const noFields: ReadonlySet<string> = new Set()

/**
 * Form of a call, with the errors of the contract and of the server at its fields. A failure keeps the input. A changed field is
 * validated on blur; from then on, and after it had an error, on every change. Problems of public calls, made before the
 * console's frame is mounted, are shown in the form; all others are toasts.
 */
export function useContractForm<C extends Call, V extends object>(
  call: C,
  { start, request, onDone, onRefused, check, successText, checks }: FormOptions<C, V>,
): ContractForm<V> {
  const isPublic = call.permission === 'public'
  const { state, progress, start: send } = useApiMutation(call, { silent: isPublic, successText })
  const sending = state === 'sending'
  const [checked, setChecked] = useState(noFields)
  const [refusal, setRefusal] = useState<Refusal<V> | null>(null)
  const [problem, setProblem] = useState<ApiError | null>(null)
  const focusAfter = useFocusAfter(sending)
  const earlier = useEarlierRequest(call, request(start))
  const checkFromNow = (names: string[]) => setChecked((before) => new Set([...before, ...names]))
  const isShown = ([name]: [string, unknown]) => valueAt(start, name) !== undefined
  const errorsOf = (values: V): FormErrors => ({ ...validationErrors(call, request(values)), ...check?.(values) })

  const form = useForm<V>({
    initialValues: start,
    validate: errorsOf,
    enhanceGetInputProps: ({ field }) => ({
      error: errors[field],
      // Focusing a field does not touch it.
      onFocus: undefined,
      onBlur: () => (form.isTouched(field) || checks === 'left') && checkFromNow([field]),
    }),
  })
  // Server errors are kept until the value changes.
  const serverErrors = Object.entries(refusal?.fields ?? {}).filter(
    ([name]) => valueAt(refusal?.values, name) === valueAt(form.values, name),
  )
  const found = Object.entries(errorsOf(form.values)).filter(([name]) => checked.has(name))
  const errors: FormErrors = Object.fromEntries([...serverErrors, ...found])

  function submit(event?: SyntheticEvent<HTMLFormElement>) {
    event?.preventDefault()
    if (sending || earlier?.state === 'checking') return
    const giveFocus = focusAfter(event?.currentTarget)
    const values = form.getValues()
    const invalid = Object.entries(errorsOf(values))
    setRefusal(null)
    setProblem(null)
    if (invalid.length > 0) {
      checkFromNow(invalid.map(([name]) => name))
      const [, sentence] = invalid[0] ?? []
      if (!invalid.some(isShown) && typeof sentence === 'string') setProblem(new ApiError(0, 'bad_input', sentence))
      giveFocus()
      return
    }
    send(request(values), {
      onSuccess: (reply) => {
        unsaved.release()
        onDone(reply, values)
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
    setChecked(noFields)
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

/** Returns the contract's first error for each field path. */
function validationErrors(call: Call, request: object): Record<string, string> {
  const declared = call.files ?? {}
  const values = new Map<string, unknown>(Object.entries(request))
  const found: Record<string, string> = {}
  for (const [name, { required }] of Object.entries(declared)) {
    const files = values.get(name)
    values.delete(name)
    if (required !== undefined && !(Array.isArray(files) && files.length > 0)) found[name] = required
  }
  const issues = call.body?.safeParse(Object.fromEntries(values)).error?.issues ?? []
  for (const issue of issues) found[issue.path.join('.')] ??= issue.message
  return found
}
