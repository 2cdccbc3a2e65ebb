import type { SyntheticEvent } from 'react'
import type { ApiError } from '../api/api-error.ts'
import type { UnsavedInput } from '../ui/unsaved-input.ts'
import type { EarlierRequest } from './use-earlier-request.ts'

/** How it stands with a form that is sent to the server. */
export interface Sent {
  /** Something was typed that is lost when the form goes. */
  isDirty: boolean
  sending: boolean
  /** How much of the files has gone out, from 0 to 1. */
  progress: number | null
  /** What went wrong, belongs to no field and is said by no toast. */
  problem: ApiError | null
  /** What was entered asks before it is lost; not where nothing would be written with it. */
  unsaved?: UnsavedInput
  /** What became of a request that was sent from this form before and got no answer. */
  earlier?: EarlierRequest | null
  submit: (event?: SyntheticEvent<HTMLFormElement>) => void
}
