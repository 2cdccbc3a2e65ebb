import type { Call, Request } from '@kobo/contract/kit/call'
import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form'
import { type SyntheticEvent, useState } from 'react'
import { ApiFailure, lastResort } from '../api/failure.ts'
import type { Answer } from '../api/send.ts'

interface FormOptions<C extends Call, V extends object> {
  start: V
  /** What the fields mean for the call; their names are those of the call's body. */
  request: (values: V) => Request<C>
  send: (request: Request<C>) => Promise<Answer<C>>
  onDone: (answer: Answer<C>, values: V) => void
  /** What the call does not know, such as a repeated password. */
  check?: (values: V) => FormErrors
}

export interface ContractForm<V extends object> {
  form: UseFormReturnType<V>
  sending: boolean
  /** What went wrong and belongs to no field. */
  problem: ApiFailure | null
  submit: (event?: SyntheticEvent<HTMLFormElement>) => void
}

/** A form for a call: the contract's messages at its fields, the server's too; a failure keeps what was typed. */
export function useContractForm<C extends Call, V extends object>(
  call: C,
  { start, request, send, onDone, check }: FormOptions<C, V>,
): ContractForm<V> {
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<ApiFailure | null>(null)
  const form = useForm<V>({
    initialValues: start,
    validate: (values) => ({ ...messages(call, request(values)), ...check?.(values) }),
  })

  async function sendValues(values: V) {
    setSending(true)
    setProblem(null)
    try {
      onDone(await send(request(values)), values)
    } catch (thrown) {
      const failure = thrown instanceof ApiFailure ? thrown : new ApiFailure(0, 'internal', lastResort)
      const atFields = Object.entries(failure.fields ?? {}).filter(([name]) => name in start)
      form.setErrors(Object.fromEntries(atFields))
      if (atFields.length === 0) setProblem(failure)
    } finally {
      setSending(false)
    }
  }

  function sayWhatNoFieldShows(errors: FormErrors) {
    const hidden = Object.entries(errors).find(([name]) => !(name in start))?.[1]
    setProblem(typeof hidden === 'string' ? new ApiFailure(0, 'bad_input', hidden) : null)
  }

  return { form, sending, problem, submit: form.onSubmit((values) => void sendValues(values), sayWhatNoFieldShows) }
}

/** Field name to the first sentence that the contract has against it. */
function messages(call: Call, body: unknown): FormErrors {
  const found: FormErrors = {}
  for (const issue of call.body?.safeParse(body).error?.issues ?? []) found[issue.path.join('.')] ??= issue.message
  return found
}
