import { readFileSync } from 'node:fs'
import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { StatusTag } from './status-tag.tsx'
import {
  type StatusMap,
  activity,
  bulkBatch,
  bulkItem,
  disputeStatus,
  inviteStatus,
  merchantKyc,
  activeStatus,
  merchantTransaction,
  merchantUpgrade,
  payoutTransaction,
  recurrentPayout,
  scheduledPanel,
  scheduledPayout,
  statusDisplay,
  walletStatus,
  walletUpgrade,
} from './statuses.ts'

/** Returns how these statuses are shown: `Pending orange | Failed red`. */
function shown(map: StatusMap, ...statuses: (string | null)[]): string {
  return statuses.map((raw) => Object.values(statusDisplay(raw, map)).join(' ')).join(' | ')
}

it('STATE-01 STATE-23 shows each KYC status of a merchant', () => {
  expect(
    shown(
      merchantKyc,
      'NOT_SUBMITTED',
      'SUBMITTED',
      'PROCESSING',
      'ACCEPTED',
      'REJECTED',
      'SOMETHING_NEW',
      'constructor',
      null,
    ),
  ).toBe(
    'Not Submitted grey | Submitted blue | Processing yellow | Approved green | Rejected red | Not Submitted grey | Not Submitted grey | Not Submitted grey',
  )
})

it('STATE-03 STATE-23 shows each status of a merchant’s account', () => {
  expect(shown(activeStatus, 'ACTIVE', 'INACTIVE', 'FROZEN', null)).toBe(
    'Active green | Inactive red | FROZEN grey | _ grey',
  )
})

it('UPGRADE-05 STATE-23 shows each status of a merchant upgrade as it is', () => {
  expect(shown(merchantUpgrade, 'APPROVED', 'DECLINED', 'IN-REVIEW', 'PENDING', 'ESCALATED')).toBe(
    'APPROVED green | DECLINED red | IN-REVIEW yellow | PENDING orange | ESCALATED grey',
  )
})

it('STATE-04 STATE-23 shows each status of a transaction of a merchant or of a wallet', () => {
  expect(shown(merchantTransaction, 'FAILED', 'SUCCESS', 'PENDING', 'QUEUED', 'REVERSED', null)).toBe(
    'Failed red | Success green | Pending orange | Queued orange | Reversed orange | _ orange',
  )
})

it('STATE-07 STATE-23 shows each status of a batch of payouts', () => {
  expect(shown(bulkBatch, 'UPLOADING', 'UPLOADED', 'PROCESSING', 'COMPLETED', 'SOMETHING_NEW')).toBe(
    'Uploading yellow | Uploaded red | Processing red | Completed green | Completed green',
  )
})

it('STATE-09 STATE-23 shows each status of a scheduled payout in its list', () => {
  expect(shown(scheduledPayout, 'NEW', 'DISPATCHED', 'FAILED', 'CANCELLED', 'SOMETHING_NEW')).toBe(
    'Initiated yellow | Dispatched green | Failed red | Cancelled red | SOMETHING_NEW red',
  )
})

it('STATE-10 STATE-23 shows each status of a scheduled payout in its panel', () => {
  expect(shown(scheduledPanel, 'DISPATCHED', 'FAILED', 'CANCELLED', 'NEW', 'SOMETHING_NEW')).toBe(
    'Dispatched green | Failed red | Cancelled red | Initiated yellow | SOMETHING_NEW yellow',
  )
})

it('STATE-11 STATE-23 shows each status of a transaction in the list of payouts', () => {
  expect(shown(payoutTransaction, 'SUCCESS', 'PENDING', 'QUEUED', 'FAILED', 'REVERSED')).toBe(
    'Success green | Pending yellow | Queued yellow | Failed red | Reversed red',
  )
})

it('shows each status of an item of a batch, those of its payout included', () => {
  expect(shown(bulkItem, 'NOT_PROCESSED', 'NEW', 'PENDING', 'SUCCESS', 'FAILED', 'SOMETHING_NEW')).toBe(
    'Not processed grey | New grey | Pending yellow | Success green | Failed red | SOMETHING_NEW grey',
  )
})

it('STATE-20 STATE-23 shows each status of a recurring payout', () => {
  expect(shown(recurrentPayout, 'INACTIVE', 'CANCELLED', 'FAILED', 'ACTIVE', 'COMPLETED', 'SOMETHING_NEW')).toBe(
    'Inactive red | Cancelled red | Failed red | Active green | Completed green | SOMETHING_NEW green',
  )
})

it('STATE-05 STATE-23 shows each status of a wallet', () => {
  expect(shown(walletStatus, 'ACTIVE', 'PENDING', 'INACTIVE', 'FROZEN', null)).toBe(
    'Active green | Pending orange | Inactive red | Inactive red | Inactive red',
  )
})

it('STATE-06 STATE-23 shows each status of a wallet among the customers of sub-accounts', () => {
  expect(shown(activity, 'ACTIVE', 'PENDING', 'INACTIVE')).toBe('Active green | Inactive red | Inactive red')
})

it('STATE-15 STATE-23 shows each status of an invite to the team', () => {
  expect(shown(inviteStatus, 'ACCEPTED', 'EXPIRED')).toBe('ACCEPTED green | EXPIRED grey')
})

it('STATE-16 STATE-23 shows each status of a member of the team', () => {
  expect(shown(activity, 'ACTIVE', 'INACTIVE', 'SUSPENDED', null)).toBe(
    'Active green | Inactive red | Inactive red | Inactive red',
  )
})

it('STATE-08 STATE-23 shows each status of a wallet upgrade request as it is', () => {
  expect(shown(walletUpgrade, 'COMPLETED', 'REJECTED', 'PENDING', 'ESCALATED')).toBe(
    'COMPLETED green | REJECTED red | PENDING orange | ESCALATED grey',
  )
})

it('STATE-12 STATE-23 shows each status of a dispute', () => {
  expect(
    shown(
      disputeStatus,
      'NEW',
      'IN_PROGRESS',
      'AWAITING_FEEDBACK',
      'FEEDBACK_PROVIDED',
      'RESOLVED',
      'REJECTED',
      'CLOSED',
      null,
      'HANDED_OVER',
    ),
  ).toBe(
    'New blue | In Progress yellow | Awaiting Feedback blue | Feedback Provided green | Resolved green | Rejected red | Closed green | _ green | Handed Over green',
  )
})

it('STATE-23 shows the same value differently on different screens', () => {
  const { container } = render(
    <>
      <StatusTag of="REJECTED" map={merchantKyc} />
      <StatusTag of="REJECTED" map={merchantUpgrade} />
    </>,
  )
  expect([...container.children].map((tag) => tag.textContent)).toEqual(['Rejected', 'REJECTED'])
  expect(container.children[0]?.className).not.toBe(container.children[1]?.className)
})

describe('contrast of status colours', () => {
  const [light = '', dark = ''] = readFileSync(`${import.meta.dirname}/../ui/tokens.css`, 'utf8').split(
    /color-scheme=.dark/,
  )
  const cases = ['red', 'orange', 'yellow', 'green', 'blue', 'grey'].flatMap((tone) => [
    { tone, scheme: 'light', css: light },
    { tone, scheme: 'dark', css: dark },
  ])
  it.each(cases)('keeps $tone readable on its background in the $scheme scheme', ({ tone, css }) => {
    expect(contrast(colour(css, tone), colour(css, `${tone}-bg`))).toBeGreaterThanOrEqual(4.5)
  })
})

function colour(css: string, name: string): string {
  return new RegExp(`--kobo-${name}: (#[0-9a-f]{6})`).exec(css)?.[1] ?? ''
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((from) => {
    const part = Number.parseInt(hex.slice(from, from + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
