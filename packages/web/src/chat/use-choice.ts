/** Who works on the next message: whom the address names, else who was picked last, else the default loop. */
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { loopsQuery } from '../api/loops.ts'
import { personasQuery } from '../api/personas.ts'
import { settingQuery } from '../api/settings.ts'
import { type Choice, choicesOf } from './choices.ts'

const stored = 'gyre-choice'

export type Choosing = {
  readonly choices: readonly Choice[]
  /** Undefined while it is not known who there is. */
  readonly chosen: Choice | undefined
  readonly choose: (choice: Choice) => void
}

/** `wanted` is the name of a persona or a loop: that of the last turn, or of a link. */
export function useChoice(wanted: string | undefined): Choosing {
  const { data: personas } = useQuery(personasQuery)
  const { data: loops } = useQuery(loopsQuery)
  const { data: usual } = useQuery(settingQuery('default_loop'))
  const [picked, setPicked] = useState<string | undefined>()
  const choices = useMemo(() => choicesOf(personas ?? [], loops ?? []), [personas, loops])
  const names = [picked, wanted, remembered(), usual]
  const chosen = names.map((name) => choices.find((choice) => choice.name === name)).find(Boolean) ?? choices[0]
  const choose = ({ name }: Choice) => {
    setPicked(name)
    remember(name)
  }
  return { choices, chosen, choose }
}

function remembered(): string | undefined {
  return localStorage.getItem(stored) ?? undefined
}

function remember(name: string): void {
  localStorage.setItem(stored, name)
}
