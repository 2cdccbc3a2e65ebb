import { findMentions } from '@kobo/contract/kit/mentions'
import type { NotedType } from '@kobo/contract/kit/record-kinds'
import { type Colleague, notes } from '@kobo/contract/notes'
import { Combobox, Textarea, type TextareaProps, useCombobox } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { type KeyboardEvent, type SyntheticEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useApiQuery } from '../../api/use-api-query.ts'
import { pressSubmit } from '../../forms/press-submit.ts'
import classes from './mention-field.module.css'
import { hasWords, mentionBefore } from './mention-query.ts'

const searchDelayMs = 200
/** As many as fit below the field without scrolling; others are found by typing. */
const maxOffers = 7

/** Text of a note, and the ids of the colleagues whom it mentions. */
export interface NoteValues {
  text: string
  mentions: string[]
}

interface MentionFieldProps {
  of: { type: NotedType; id: string }
  form: UseFormReturnType<NoteValues>
}

/** Text of a note. After `@`, it offers the colleagues who may read the record. */
export function MentionField({ of: record, form }: MentionFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const { text } = form.values
  const bound: TextareaProps = form.getInputProps('text')
  const [chosen, setChosen] = useState<readonly Colleague[]>([])
  const picker = useMentionPicker(record, text)
  const { offers, active, isOpen, listId } = picker

  /** Those who are no longer in the text are kept, so that undoing mentions them again. */
  function write(newText: string, people = chosen) {
    const named = new Set(
      findMentions(
        newText,
        people.map(({ name }) => name),
      ).map(({ name }) => name),
    )
    const mentions = people.filter(({ name }) => named.has(name)).map(({ id }) => id)
    form.setFieldValue('text', newText)
    if (mentions.join(' ') !== form.values.mentions.join(' ')) form.setFieldValue('mentions', mentions)
  }

  // The browser moves the caret to the end of a text that it has not typed.
  const [placed, setPlaced] = useState<number | null>(null)
  useLayoutEffect(() => {
    if (placed !== null) area.current?.setSelectionRange(placed, placed)
    setPlaced(null)
  }, [placed])

  function choose(colleague: Colleague) {
    const { query, caret } = picker
    if (query === undefined || caret === null) return
    const people = [...chosen.filter(({ id }) => id !== colleague.id), colleague]
    const [before, after] = [`${text.slice(0, query.from)}@${colleague.name}`, text.slice(caret)]
    const space = /^\s/.test(after) ? '' : ' '
    setChosen(people)
    write(before + space + after, people)
    setPlaced(before.length + 1)
    picker.close()
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing) return
    const isSubmit = event.ctrlKey || event.metaKey
    const offer = offers[active]
    if (!isOpen || isSubmit) return pressSubmit(event)
    if (event.key === 'Escape') picker.close()
    else if (event.key === 'Enter' && offer) choose(offer)
    else if (event.key === 'ArrowDown') picker.move(1)
    else if (event.key === 'ArrowUp') picker.move(-1)
    else return
    event.preventDefault()
  }

  const follow = (event: SyntheticEvent<HTMLTextAreaElement>) => picker.setCaret(caretOf(event.currentTarget))
  const names = chosen.filter(({ id }) => form.values.mentions.includes(id)).map(({ name }) => name)
  return (
    <Combobox
      store={picker.store}
      position="bottom-start"
      keepMounted={false}
      onOptionSubmit={(id) => {
        const offer = offers.find((each) => each.id === id)
        if (offer) choose(offer)
      }}
    >
      <Combobox.DropdownTarget>
        <Textarea
          ref={area}
          name="text"
          label="New note"
          description={names.length > 0 ? `Mentions ${names.join(', ')}` : 'Type @ to mention a colleague'}
          autosize
          minRows={3}
          maxRows={8}
          value={text}
          error={bound.error ?? form.errors['mentions']}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={offers.length > 0 ? listId : undefined}
          aria-activedescendant={offers[active] && optionId(listId, active)}
          // Escape then closes the list, and not the dialog.
          data-mantine-stop-propagation={isOpen || undefined}
          data-autofocus
          onChange={(event) => {
            write(event.currentTarget.value)
            follow(event)
          }}
          onSelect={follow}
          onKeyDown={onKeyDown}
          onBlur={(event) => {
            bound.onBlur?.(event)
            picker.setCaret(null)
          }}
        />
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        {offers.length > 0 ? (
          <Combobox.Options id={listId} aria-label="Colleagues">
            {offers.map(({ id, name, email }, index) => (
              <Combobox.Option
                key={id}
                id={optionId(listId, index)}
                value={id}
                aria-selected={index === active}
                data-active={index === active || undefined}
                className={classes.option}
              >
                {name} <span className={classes.detail}>{email}</span>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        ) : (
          <Combobox.Empty role="status">{picker.status}</Combobox.Empty>
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}

const optionId = (listId: string, index: number) => `${listId}-${index}`

/** Caret of a text field; null while text is selected. */
function caretOf({ selectionStart, selectionEnd }: HTMLTextAreaElement): number | null {
  return selectionStart === selectionEnd ? selectionStart : null
}

/** Manages the colleagues offered for what is typed after `@`, until one is chosen or the list is closed for this `@`. */
function useMentionPicker({ type, id }: MentionFieldProps['of'], text: string) {
  const listId = useId()
  const [caret, setCaret] = useState<number | null>(null)
  const [closedFor, setClosedFor] = useState<number | null>(null)
  const [position, setPosition] = useState({ of: '', active: 0 })
  const query = caret === null ? undefined : mentionBefore(text, caret)
  const isWanted = query !== undefined && query.from !== closedFor
  const typed = query?.typed.trim() ?? ''
  const [search] = useDebouncedValue(typed, searchDelayMs)
  const request = { recordType: type, recordId: id, ...(search && { search }) }
  const { data, isError } = useApiQuery(notes.colleagues, isWanted ? request : null, { keepPrevious: true })
  const found = isWanted ? (data?.colleagues.filter(({ name }) => hasWords(name, typed)) ?? []) : []
  const offers = found.slice(0, maxOffers)
  // Several words that are nobody's name are a text, not a search.
  const isText = offers.length === 0 && /\s/.test(query?.typed ?? '')
  const isOpen = isWanted && !isText
  const store = useCombobox({ opened: isOpen })
  const active = position.of === typed ? Math.min(position.active, offers.length - 1) : 0
  const unfinished = isError ? 'Error Fetching List' : 'Loading...'
  return {
    listId,
    query,
    caret,
    offers,
    active,
    isOpen,
    store,
    status: data === undefined || isError ? unfinished : 'No colleague of that name may read this record',
    setCaret(place: number | null) {
      setCaret(place)
      // Another `@` opens the list again.
      if (place !== null && mentionBefore(text, place)?.from !== closedFor) setClosedFor(null)
    },
    close: () => setClosedFor(query?.from ?? null),
    move: (step: 1 | -1) =>
      setPosition({ of: typed, active: offers.length === 0 ? 0 : (active + step + offers.length) % offers.length }),
  }
}
