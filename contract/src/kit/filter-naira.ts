import { z } from 'zod'
import { mostNaira } from './naira.ts'

/** Naira amount of a filter: zero or more, at most two decimals; empty counts as absent. */
export const filterNaira = z.preprocess(
  (raw) => (raw === undefined || raw === '' ? undefined : Number(raw)),
  z
    .number('Amount must be a number')
    .min(0, 'Amount must not be less than zero')
    .max(mostNaira, 'Amount is too large')
    .refine((amount) => Math.round(amount * 100) / 100 === amount, 'Use at most two decimals')
    .optional(),
)
