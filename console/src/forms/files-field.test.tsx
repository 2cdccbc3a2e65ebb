import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderScreen } from '../testing/render-screen.tsx'
import { ImagesButton } from '../testing/specimen-form.tsx'

const aFile = (name: string, bytes = 1_500_000, type = 'image/png') => new File([new Uint8Array(bytes)], name, { type })

async function openField(label = 'Pictures', title = label) {
  const { user } = renderScreen(<ImagesButton label={label} />, '/here', [])
  await user.click(await screen.findByRole('button', { name: 'Send pictures' }))
  const panel = await screen.findByRole('dialog', { name: 'Send pictures' })
  const zone = within(panel).getByRole('button', { name: title })
  const drop = (...files: File[]) => {
    const items = files.map((file) => ({ kind: 'file', type: file.type, getAsFile: () => file }))
    fireEvent.drop(zone, { dataTransfer: { files, items, types: ['Files'] } })
  }
  const names = () => within(panel).queryAllByRole('button', { name: /^Remove / })
  const shown = () => names().map((button) => button.getAttribute('aria-label')?.replace('Remove ', ''))
  const refused = () => [...panel.querySelectorAll('[role=alert] p')].map((sentence) => sentence.textContent)
  return { user, panel, zone, drop, shown, refused }
}

it('shows its limits before a file is selected', async () => {
  const { panel, zone } = await openField()
  const hint = within(panel).getByText('PNG, JPG, WebP or GIF images. Less than 10MB each, up to 3 files')
  expect(zone.getAttribute('aria-describedby')).toBe(hint.id)
})

it('VALID-30 uses the label Upload CSV Document by default', async () => {
  const { zone } = await openField('', 'Upload CSV Document')
  expect(zone.getAttribute('aria-labelledby')).toBeTruthy()
})

it('accepts several files with thumbnails and sizes, each of which can be removed', async () => {
  const { user, panel, zone, drop, shown } = await openField()
  drop(aFile('one.png'), aFile('two.png', 2_000))
  await waitFor(() => expect(shown()).toEqual(['one.png', 'two.png']))
  drop(aFile('three.png'))
  await waitFor(() => expect(shown()).toEqual(['one.png', 'two.png', 'three.png']))
  await waitFor(() => expect(panel.querySelectorAll('img')).toHaveLength(3))
  expect(within(panel).getByText('2KB')).toBeDefined()
  await user.click(within(panel).getByRole('button', { name: 'Remove one.png' }))
  expect(shown()).toEqual(['two.png', 'three.png'])
  expect(document.activeElement).toBe(zone)
})

it('rejects each file beyond a limit with a message, and accepts the others', async () => {
  const { drop, shown, refused } = await openField()
  drop(aFile('large.png', 10_000_001), aFile('paper.pdf', 9, 'application/pdf'), aFile('empty.png', 0), aFile('a.png'))
  await waitFor(() => expect(shown()).toEqual(['a.png']))
  expect(refused()).toEqual([
    'large.png (10.1MB) was not added: files must be smaller than 10MB',
    'paper.pdf was not added: only PNG, JPG, WebP or GIF images are accepted',
    'empty.png was not added: the file is empty',
  ])
  drop(aFile('b.png'), aFile('c.png'), aFile('d.png'))
  await waitFor(() => expect(shown()).toEqual(['a.png', 'b.png', 'c.png']))
  expect(refused()).toEqual(['d.png was not added: at most 3 files are accepted'])
})
