/** The fields a list of sessions is narrowed down by. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { usableLoopsQuery } from '../api/loops.ts'
import { personasQuery } from '../api/personas.ts'
import { Button } from '../ui/button.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { isNarrowed, type SessionFilter, standings } from './session-filter.ts'

type FilterBarProps = {
  readonly filter: SessionFilter
  readonly onChange: (filter: SessionFilter) => void
}

export function FilterBar({ filter, onChange }: FilterBarProps) {
  const { data: loops = [] } = useQuery(usableLoopsQuery)
  const { data: personas = [] } = useQuery(personasQuery)
  const change = (part: SessionFilter) => onChange({ ...filter, ...part })
  const statuses = Object.entries(standings).map(([name, { word }]) => ({ name, word }))
  return (
    <search className="filter-bar">
      <GoalSearch value={filter.q ?? ''} onChange={(q) => change({ q })} />
      <Choice label="Status" value={filter.status} choices={statuses} onChange={(status) => change({ status })} />
      <Choice label="Loop" value={filter.loop} choices={loops} onChange={(loop) => change({ loop })} />
      <Choice
        label="Persona"
        value={filter.persona}
        choices={personas.map(({ persona: { name } }) => ({ name }))}
        onChange={(persona) => change({ persona })}
      />
      {isNarrowed(filter) && (
        <Button look="ghost" mini icon="x" onClick={() => onChange({})}>
          Clear filters
        </Button>
      )}
    </search>
  )
}

const typingMs = 250

/** What is typed is looked for when the typing rests. */
function GoalSearch({ value, onChange }: { readonly value: string; readonly onChange: (text: string) => void }) {
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Another field may be changed before the typing rests: what is told then goes with what it is by then.
  const tell = useRef(onChange)
  tell.current = onChange
  // The address may be changed elsewhere, as by going back.
  useEffect(() => setText(value), [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (typed: string) => {
    setText(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => tell.current(typed), typingMs)
  }
  return <SearchField value={text} onChange={type} label="Search goals" />
}

type ChoiceProps = {
  readonly label: string
  readonly value: string | undefined
  readonly choices: readonly { readonly name: string; readonly word?: string }[]
  readonly onChange: (name: string) => void
}

function Choice({ label, value = '', choices, onChange }: ChoiceProps) {
  // A link may name what is not there any more.
  const isKnown = value === '' || choices.some(({ name }) => name === value)
  return (
    <select
      className={`btn mini ${value === '' ? '' : 'chosen'}`}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{label}</option>
      {!isKnown && <option value={value}>{value}</option>}
      {choices.map(({ name, word = name }) => (
        <option key={name} value={name}>
          {word}
        </option>
      ))}
    </select>
  )
}
