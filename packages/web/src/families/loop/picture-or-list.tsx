/** A picture and the same as a list: whoever looks chooses, and on a phone the list comes first. */
import { type ReactNode, useState } from 'react'

const narrow = '(max-width: 760px)'

export type Shown = 'picture' | 'list'

export function useShown(): readonly [Shown, (shown: Shown) => void] {
  return useState<Shown>(() => (matchMedia(narrow).matches ? 'list' : 'picture'))
}

type SwitchProps = {
  readonly shown: Shown
  readonly onShow: (shown: Shown) => void
  /** What the picture is called: `Matrix`. */
  readonly picture: string
}

export function PictureSwitch({ shown, onShow, picture }: SwitchProps): ReactNode {
  const choices = [
    ['picture', picture],
    ['list', 'List'],
  ] as const
  return (
    <fieldset className="seg" aria-label="Shown as">
      {choices.map(([choice, name]) => (
        <button key={choice} type="button" aria-pressed={shown === choice} onClick={() => onShow(choice)}>
          {name}
        </button>
      ))}
    </fieldset>
  )
}
