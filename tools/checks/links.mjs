// @ts-check
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { root } from '../root.mjs'
import { trackedFiles } from './tracked-files.mjs'

/** Reports links in Markdown files to missing files or headings, and source files named there that do not exist. */
export function links() {
  const sources = trackedFiles('*.ts', '*.tsx', '*.mjs', '*.cjs')
  return trackedFiles('*.md').flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    // A decision names the files of its time.
    const isHistory = file.startsWith('docs/decisions/')
    return [...brokenLinks(file, text), ...(isHistory ? [] : missingSources(file, text, sources))]
  })
}

/**
 * Reports source files in backticks that do not exist. Paths may omit `src`, and their beginning. `x` stands for any name.
 *
 * @param {string} file
 * @param {string} text
 * @param {readonly string[]} sources
 * @returns {string[]}
 */
export function missingSources(file, text, sources) {
  const paths = sources.map((path) => `/${path.replace('/src/', '/')}`)
  return [...text.matchAll(/`([\w./-]+\.(?:tsx?|[mc]js))`/g)]
    .map((match) => match[1] ?? '')
    .filter((name) => !/(^|\/)x\./.test(name))
    .filter((name) => !paths.some((path) => path.endsWith(`/${name.replace('/src/', '/')}`)))
    .map((name) => `${file}: missing source file ${name}`)
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {string[]}
 */
export function brokenLinks(file, text) {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '')
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => match[1] ?? '')
    .filter((target) => !/^[a-z]+:/.test(target) && !leads(file, target))
    .map((target) => `${file}: broken link ${target}`)
}

/**
 * @param {string} file
 * @param {string} target
 */
function leads(file, target) {
  const [path = '', heading] = target.split('#')
  const found = path === '' ? file : normalize(join(dirname(file), decodeURI(path)))
  if (!existsSync(join(root, found))) return false
  return heading === undefined || !found.endsWith('.md') || headings(found).includes(heading)
}

/** @param {string} file */
function headings(file) {
  const lines = readFileSync(join(root, file), 'utf8').matchAll(/^#+ (.*)$/gm)
  return [...lines].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  )
}
