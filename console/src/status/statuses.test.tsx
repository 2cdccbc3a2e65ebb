import { readFileSync } from 'node:fs'
import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { StatusTag } from './status-tag.tsx'
import {
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

describe('STATE-01 STATE-23 merchant KYC', () => {
  it.each([
    ['NOT_SUBMITTED', 'Not Submitted', 'grey'],
    ['SUBMITTED', 'Submitted', 'blue'],
    ['PROCESSING', 'Processing', 'yellow'],
    ['ACCEPTED', 'Approved', 'green'],
    ['REJECTED', 'Rejected', 'red'],
    ['SOMETHING_NEW', 'Not Submitted', 'grey'],
    ['constructor', 'Not Submitted', 'grey'],
    [null, 'Not Submitted', 'grey'],
  ])('shows %s as %s in %s', (raw, label, tone) => {
    expect(statusDisplay(raw, merchantKyc)).toEqual({ label, tone })
  })
})

describe('STATE-03 STATE-23 merchant account', () => {
  it.each([
    ['ACTIVE', 'Active', 'green'],
    ['INACTIVE', 'Inactive', 'red'],
    ['FROZEN', 'FROZEN', 'grey'],
    [null, '_', 'grey'],
  ])('shows %s as %s in %s', (raw, label, tone) => {
    expect(statusDisplay(raw, activeStatus)).toEqual({ label, tone })
  })
})

describe('UPGRADE-05 STATE-23 merchant upgrade, shown raw', () => {
  it.each([
    ['APPROVED', 'green'],
    ['DECLINED', 'red'],
    ['IN-REVIEW', 'yellow'],
    ['PENDING', 'orange'],
    ['ESCALATED', 'grey'],
  ])('shows %s in %s', (raw, tone) => {
    expect(statusDisplay(raw, merchantUpgrade)).toEqual({ label: raw, tone })
  })
})

describe('STATE-04 STATE-23 transaction of a merchant or of a wallet', () => {
  it.each([
    ['FAILED', 'Failed', 'red'],
    ['SUCCESS', 'Success', 'green'],
    ['PENDING', 'Pending', 'orange'],
    ['QUEUED', 'Queued', 'orange'],
    ['REVERSED', 'REVERSED', 'orange'],
    [null, '_', 'orange'],
  ])('shows %s as %s in %s', (raw, label, tone) => {
    expect(statusDisplay(raw, merchantTransaction)).toEqual({ label, tone })
  })
})

describe('STATE-07 STATE-23 batch of payouts', () => {
  it.each([
    ['UPLOADING', 'Uploading', 'yellow'],
    ['UPLOADED', 'Uploaded', 'red'],
    ['PROCESSING', 'Processing', 'red'],
    ['COMPLETED', 'Completed', 'green'],
    ['SOMETHING_NEW', 'Completed', 'green'],
  ])('shows %s as %s in %s', (raw, label, tone) => {
    expect(statusDisplay(raw, bulkBatch)).toEqual({ label, tone })
  })
})

describe('STATE-09 STATE-23 scheduled payout in its list', () => {
  it.each([
    ['NEW', 'Initiated', 'yellow'],
    ['DISPATCHED', 'Dispatched', 'green'],
    ['FAILED', 'Failed', 'red'],
    ['CANCELLED', 'Cancelled', 'red'],
    ['SOMETHING_NEW', 'SOMETHING_NEW', 'red'],
  ])('shows %s as %s in %s', (raw, label, tone) => {
    expect(statusDisplay(raw, scheduledPayout)).toEqual({ label, tone })
  })
})

describe('STATE-10 STATE-23 scheduled payout in its panel', () => {
  it.each([
    ['DISPATCHED', 'Dispatched', 'green'],
    ['FAILED', 'Failed', 'red'],
    ['CANCELLED', 'Cancelled', 'red'],
    ['NEW', 'Initiated', 'yellow'],
    ['SOMETHING_NEW', 'SOMETHING_NEW', 'yellow'],
  ])('shows %s as %s in %s', (raw, label, tone) => {
    expect(statusDisplay(raw, scheduledPanel)).toEqual({ label, tone })
  })
})

describe('STATE-11 STATE-23 transaction in the list of payouts', () => {
  it.each([
    ['SUCCESS', 'Success', 'green'],
    ['PENDING', 'Pending', 'yellow'],
    ['QUEUED', 'Queued', 'yellow'],
    ['FAILED', 'Failed', 'red'],
    ['REVERSED', 'REVERSED', 'red'],
  ])('shows %s as %s in %s', (raw, label, tone) => {
    expect(statusDisplay(raw, payoutTransaction)).toEqual({ label, tone })
  })
})

describe('item of a batch, with the statuses of its payout', () => {
  it.each([
    ['NOT_PROCESSED', 'Not processed', 'grey'],
    ['NEW', 'New', 'grey'],
    ['PENDING', 'Pending', 'yellow'],
    ['SUCCESS', 'Success', 'green'],
    ['FAILED', 'Failed', 'red'],
    ['SOMETHING_NEW', 'SOMETHING_NEW', 'grey'],
  ])('shows %s as %s in %s', (raw, label, tone) => {
    expect(statusDisplay(raw, bulkItem)).toEqual({ label, tone })
  })
})

describe('STATE-20 STATE-23 recurring payout', () => {
  it.each([
    ['INACTIVE', 'Inactive', 'red'],
    ['CANCELLED', 'Cancelled', 'red'],
    ['FAILED', 'Failed', 'red'],
    ['ACTIVE', 'Active', 'green'],
    ['COMPLETED', 'Completed', 'green'],
    ['SOMETHING_NEW', 'SOMETHING_NEW', 'green'],
  ])('shows %s as %s in %s', (raw, label, tone) => {
    expect(statusDisplay(raw, recurrentPayout)).toEqual({ label, tone })
  })
})

describe('STATE-05 STATE-23 wallet', () => {
  it.each([
    ['ACTIVE', 'Active', 'green'],
    ['PENDING', 'Pending', 'orange'],
    ['INACTIVE', 'Inactive', 'red'],
    ['FROZEN', 'Inactive', 'red'],
    [null, 'Inactive', 'red'],
  ])('shows %s as %s in %s', (raw, label, tone) => {
    expect(statusDisplay(raw, walletStatus)).toEqual({ label, tone })
  })
})

describe('STATE-06 STATE-23 wallet among the customers of sub-accounts', () => {
  it.each([
    ['ACTIVE', 'Active', 'green'],
    ['PENDING', 'Inactive', 'red'],
    ['INACTIVE', 'Inactive', 'red'],
  ])('shows %s as %s in %s', (raw, label, tone) => {
    expect(statusDisplay(raw, activity)).toEqual({ label, tone })
  })
})

describe('STATE-15 STATE-23 invite to the team', () => {
  it.each([
    ['ACCEPTED', 'ACCEPTED', 'green'],
    ['EXPIRED', 'EXPIRED', 'grey'],
  ])('shows %s as %s in %s', (raw, label, tone) => {
    expect(statusDisplay(raw, inviteStatus)).toEqual({ label, tone })
  })
})

describe('STATE-16 STATE-23 member of the team', () => {
  it.each([
    ['ACTIVE', 'Active', 'green'],
    ['INACTIVE', 'Inactive', 'red'],
    ['SUSPENDED', 'Inactive', 'red'],
    [null, 'Inactive', 'red'],
  ])('shows %s as %s in %s', (raw, label, tone) => {
    expect(statusDisplay(raw, activity)).toEqual({ label, tone })
  })
})

describe('STATE-08 STATE-23 wallet upgrade request, shown raw', () => {
  it.each([
    ['COMPLETED', 'green'],
    ['REJECTED', 'red'],
    ['PENDING', 'orange'],
    ['ESCALATED', 'grey'],
  ])('shows %s in %s', (raw, tone) => {
    expect(statusDisplay(raw, walletUpgrade)).toEqual({ label: raw, tone })
  })
})

describe('STATE-12 STATE-23 dispute', () => {
  it.each([
    ['NEW', 'New', 'blue'],
    ['IN_PROGRESS', 'In Progress', 'yellow'],
    ['AWAITING_FEEDBACK', 'Awaiting Feedback', 'blue'],
    ['FEEDBACK_PROVIDED', 'Feedback Provided', 'green'],
    ['RESOLVED', 'Resolved', 'green'],
    ['REJECTED', 'Rejected', 'red'],
    ['CLOSED', 'Closed', 'green'],
    [null, '_', 'green'],
    ['HANDED_OVER', 'Handed Over', 'green'],
  ])('shows %s as %s in %s', (raw, label, tone) => {
    expect(statusDisplay(raw, disputeStatus)).toEqual({ label, tone })
  })
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
