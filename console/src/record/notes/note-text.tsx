import { findMentions } from '@kobo/contract/kit/mentions'
import type { Note } from '@kobo/contract/notes'
import { Fragment, type ReactNode } from 'react'
import { AccentLink } from '../../ui/accent-link.tsx'
import classes from './note-text.module.css'
import { useOwnAddress } from './own-address.ts'

/** Text of a note. Mentions are emphasised, and addresses of this console are links; all else is plain. */
export function NoteText({ of: { text, mentions } }: { of: Pick<Note, 'text' | 'mentions'> }) {
  const parts: ReactNode[] = []
  let end = 0
  for (const { from, until } of findMentions(text, mentions)) {
    parts.push(<Linked text={text.slice(end, from)} />)
    parts.push(<strong className={classes.mention}>{text.slice(from, until)}</strong>)
    end = until
  }
  parts.push(<Linked text={text.slice(end)} />)
  return parts.map((part, index) => <Fragment key={index}>{part}</Fragment>)
}

/** A word, and the punctuation around it. */
const punctuated = /^([("'[]*)(.*?)([)\]"'.,;:!?]*)$/s

function Linked({ text }: { text: string }) {
  const ownAddress = useOwnAddress()
  return text.split(/(\s+)/).map((word, index) => {
    const [, before, address = '', after] = punctuated.exec(word) ?? []
    const to = ownAddress(address)
    if (to === undefined) return word
    return (
      <Fragment key={index}>
        {before}
        <AccentLink to={to}>{address}</AccentLink>
        {after}
      </Fragment>
    )
  })
}
