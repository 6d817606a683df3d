/** Personas: a list, and a desk for the one that is looked at or begun. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type PersonaEntry, personasQuery } from '../../api/personas.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { PersonaDesk } from './persona-desk.tsx'
import { copyName, type PersonaDraft } from './persona-draft.ts'
import { PersonaTable } from './persona-table.tsx'

export function PersonasSection() {
  const query = useQuery(personasQuery)
  return (
    <Loaded query={query} lines={6}>
      {(personas) => <Personas personas={personas} />}
    </Loaded>
  )
}

function Personas({ personas }: { readonly personas: readonly PersonaEntry[] }) {
  const { name } = useSearch({ from: '/admin/personas' })
  const navigate = useNavigate()
  const [begun, setBegun] = useState<PersonaDraft>()
  const show = (shown?: string) => {
    setBegun(undefined)
    void navigate({ to: '/admin/personas', search: shown === undefined ? {} : { name: shown } })
  }
  const begin = (from?: PersonaDraft) => {
    const taken = personas.map(({ persona }) => persona.name)
    setBegun(from ? { ...from, name: copyName(String(from['name']), taken) } : { name: '', loop: 'react' })
  }
  if (begun) return <PersonaDesk key="new" begun={begun} onLeave={show} onCopy={begin} />
  if (name === undefined) return <PersonaTable personas={personas} onNew={() => begin()} />
  const entry = personas.find(({ persona }) => persona.name === name)
  if (entry) return <PersonaDesk key={name} entry={entry} onLeave={show} onCopy={begin} />
  return <Empty title={`There is no persona ${name}`} action={<Button onClick={() => show()}>All personas</Button>} />
}
