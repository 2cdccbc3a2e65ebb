import { contract } from '@kobo/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answer } from '../testing/answer.ts'
import { aWallet } from '../testing/a-wallet.ts'
import { renderScreen } from '../testing/render-screen.tsx'
import { Section } from '../ui/section.tsx'
import { defineRecord, useRecord } from './define-record.ts'
import { RecordHeader } from './record-header.tsx'
import { RecordTitle } from './record-title.tsx'
import { Below, RecordPage, RecordSections, Wide } from './record-page.tsx'
import { RecordTabs } from './record-tabs.tsx'
import { Record } from './record.tsx'
import { useRecordTabs } from './use-record-tabs.ts'

const { info } = contract.wallets

const purse = defineRecord(info, (reply) => reply.wallet, { name: 'purse', request: (walletId) => ({ walletId }) })

/** Throws on certain data, in its body or in its frame. */
function Fragile({ title, frame }: { title: string; frame?: boolean }) {
  const { record } = useRecord(purse)
  const render = () => {
    if (record?.city === 'Nowhere') throw new Error('Drawn wrongly')
    return record?.city
  }
  const aside = frame ? render() : undefined
  return (
    <Section title={title} aside={aside}>
      <Body render={render} />
    </Section>
  )
}

function Body({ render }: { render: () => string | null | undefined }) {
  return <p>{render()}</p>
}

function Page() {
  const tabs = useRecordTabs(
    'Of this purse',
    [
      { status: 'coins', label: 'Coins', content: <Section title="Old coins">Cowries</Section> },
      { status: 'notes', label: 'Notes', content: <p>Paper</p> },
    ],
    ['kept'],
  )
  return (
    <main>
      <Record of={purse} from={purse.useFound('w1')}>
        <RecordPage>
          <RecordHeader
            above={[{ label: 'Purses', to: '/purses' }]}
            here="w1"
            title={<RecordTitle>A purse</RecordTitle>}
            actions={<button type="button">Shake</button>}
            tabs={tabs}
          />
          <RecordSections of={purse}>
            <Wide>
              <Fragile title="Frame" frame />
            </Wide>
            <Fragile title="Body" />
            <Probe />
            <Below>
              <Section title="Steady">Leather</Section>
            </Below>
          </RecordSections>
          <RecordTabs of={tabs} />
        </RecordPage>
      </Record>
    </main>
  )
}

/** Whether the section below was there in the first commit of each page. */
const firstCommits: boolean[] = []

function Probe() {
  useLayoutEffect(() => {
    firstCommits.push(screen.queryByRole('region', { name: 'Steady' }) !== null)
  }, [])
  return null
}

const world = { city: 'Lagos' }
const arrivals: (string | null)[] = []

beforeEach(() => {
  world.city = 'Lagos'
  arrivals.length = 0
  firstCommits.length = 0
  vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function (this: HTMLElement) {
    arrivals.push(this.getAttribute('aria-label'))
  })
})
afterEach(() => vi.restoreAllMocks())

async function open(address = '/here') {
  const opened = renderScreen(<Page />, address, [answer(info, () => ({ wallet: aWallet(world) }))])
  await screen.findByRole('region', { name: 'Steady' })
  return opened
}

const links = () => within(screen.getByRole('navigation', { name: 'Of this purse' }))
const panel = () => screen.getByRole('tabpanel')

describe('record sections', () => {
  it('contains a section that fails to render, and re-renders it from fresh data on retry', async () => {
    const consoleError = vi.spyOn(console, 'error').mockReturnValue()
    world.city = 'Nowhere'
    const { user } = await open()
    // The heading is kept if it can be rendered; otherwise only the error row is shown.
    const body = await within(screen.getByRole('region', { name: 'Body' })).findByText(
      'This section could not be shown',
    )
    expect(screen.queryByRole('region', { name: 'Frame' })).toBeNull()
    expect(screen.getAllByText('This section could not be shown')).toHaveLength(2)
    expect(screen.getByText('Leather')).toBeDefined()
    expect(screen.getByRole('heading', { level: 1, name: 'A purse' })).toBeDefined()

    world.city = 'Jos'
    for (const button of screen.getAllByRole('button', { name: 'Try again' })) await user.click(button)
    expect(await within(await screen.findByRole('region', { name: 'Body' })).findByText('Jos')).toBeDefined()
    expect(await within(await screen.findByRole('region', { name: 'Frame' })).findAllByText('Jos')).toHaveLength(2)
    expect(body.isConnected).toBe(false)
    consoleError.mockRestore()
  })

  it('renders the sections below the window after the others, and at once on Back', async () => {
    const { history } = await open()
    expect(firstCommits).toEqual([false])
    history.push('/elsewhere')
    await screen.findByRole('heading', { name: 'Elsewhere' })
    history.back()
    await screen.findByRole('region', { name: 'Steady' })
    expect(firstCommits).toEqual([false, true])
  })

  it('collapses a section, also for the next record of the same kind', async () => {
    const { user, unmount } = await open()
    const button = () => screen.getByRole('button', { name: 'Steady' })
    expect(button().getAttribute('aria-expanded')).toBe('true')
    await user.click(button())
    expect(button().getAttribute('aria-expanded')).toBe('false')
    expect(screen.getByText('Leather').closest('[hidden]')?.id).toBe(button().getAttribute('aria-controls'))
    expect(
      (await within(screen.getByRole('region', { name: 'Body' })).findByText('Lagos')).closest('[hidden]'),
    ).toBeNull()
    unmount()

    await open()
    expect(screen.getByText('Leather').closest('[hidden]')).not.toBeNull()
    await user.click(button())
    expect(screen.getByText('Leather').closest('[hidden]')).toBeNull()
    unmount()
  })

  it('does not collapse the section of a tab', async () => {
    await open()
    expect(await screen.findByRole('region', { name: 'Old coins' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Old coins' })).toBeNull()
  })

  it('expands a section when the stored state is invalid', async () => {
    localStorage.setItem('kobo.record.purse.folded', '7')
    await open()
    expect(screen.getByText('Leather').closest('[hidden]')).toBeNull()
  })
})

describe('record tabs', () => {
  it('opens the tab that the URL names, or the first one for an unknown name', async () => {
    await open('/here?status=other')
    expect(panel().getAttribute('aria-label')).toBe('Coins')
    expect(screen.getByRole('tab', { name: 'Coins', selected: true })).toBeDefined()
    expect(arrivals).toEqual([])
  })

  it('scrolls to the tab that the URL names until the operator interacts', async () => {
    await open('/here?status=notes')
    expect(screen.getByText('Paper')).toBeDefined()
    // Opening a page scrolls it to its top, and content loading above moves it.
    fireEvent.scroll(screen.getByRole('main'))
    expect(arrivals).toEqual(['Notes'])
    fireEvent.wheel(screen.getByRole('main'))
    fireEvent.scroll(screen.getByRole('main'))
    expect(arrivals).toEqual(['Notes'])
  })

  it('does not scroll to the tab on Back', async () => {
    const { history } = await open('/here?status=notes')
    history.push('/elsewhere')
    await screen.findByRole('heading', { name: 'Elsewhere' })
    history.back()
    await screen.findByText('Paper')
    fireEvent.scroll(screen.getByRole('main'))
    expect(arrivals).toEqual([])
  })

  it('opens a tab from the header with the focus, and keeps the other search params', async () => {
    const { user, query } = await open('/here?kept=1&page=3')
    expect(links().getByRole('link', { name: 'Notes' }).getAttribute('href')).toBe('/here?status=notes&kept=1')
    await user.click(links().getByRole('link', { name: 'Notes' }))
    await screen.findByText('Paper')
    expect(Object.fromEntries(query())).toEqual({ status: 'notes', kept: '1' })
    await waitFor(() => expect(arrivals).toEqual(['Notes']))
    expect(document.activeElement).toBe(panel())
    expect(links().getByRole('link', { current: true }).textContent).toBe('Notes')
  })

  it('scrolls to the open tab without a new history entry', async () => {
    const { user, history } = await open()
    const steps = history.length
    await user.click(links().getByRole('link', { name: 'Coins' }))
    expect(arrivals).toEqual(['Coins'])
    expect(history.length).toBe(steps)
  })
})

describe('record header', () => {
  it('keeps the same header with its buttons as a bar after scrolling', async () => {
    await open()
    const main = screen.getByRole('main')
    const action = screen.getByRole('button', { name: 'Shake' })
    const header = action.closest('header')
    main.scrollTop = 400
    fireEvent.scroll(main)
    expect(header?.dataset['bar']).toBe('true')
    expect(screen.getByRole('button', { name: 'Shake' })).toBe(action)
    expect(within(header ?? main).getByRole('heading', { level: 1, name: 'A purse' })).toBeDefined()
    main.scrollTop = 0
    fireEvent.scroll(main)
    expect(header?.dataset['bar']).toBeUndefined()
  })
})
