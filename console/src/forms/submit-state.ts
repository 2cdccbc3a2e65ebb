import type { SyntheticEvent } from 'react'
import type { ApiError } from '../api/api-error.ts'
import type { UnsavedInput } from '../ui/unsaved-input.ts'
import type { EarlierRequest } from './use-earlier-request.ts'

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
