/** Picks who works on the next message. */
import { lazy, Suspense, useState } from 'react'
import { Icon } from '../ui/icon.tsx'
import { Avatar } from './avatar.tsx'
import type { Choice } from './choices.ts'

export type PersonaPickerProps = {
  readonly choices: readonly Choice[]
  readonly chosen: Choice
  readonly onChoose: (choice: Choice) => void
  readonly disabled?: boolean
}

const load = () => import('./persona-combobox.tsx')

const PersonaCombobox = lazy(async () => ({ default: (await load()).PersonaCombobox }))

/** A button until it is pressed: what it opens is larger than the rest of the chat, and most begin without it. */
export function PersonaPicker(props: PersonaPickerProps) {
  const [isWanted, setIsWanted] = useState(false)
  const { chosen, disabled = false } = props
  const button = (
    <button
      type="button"
      className="pick"
      aria-haspopup="listbox"
      disabled={disabled}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setIsWanted(true)}
    >
      <Avatar name={chosen.name} loop={chosen.loop} />
      <span className="vh">Persona: </span>
      {chosen.name}
      <Icon name="down" small />
    </button>
  )
  return isWanted ? (
    <Suspense fallback={button}>
      <PersonaCombobox {...props} />
    </Suspense>
  ) : (
    button
  )
}
