/** A text that may be very long: its beginning, and the rest when it is asked for. */
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { count } from '../../ui/format.ts'
import type { Suspicion } from '../step-facts.ts'
import { stretchesOf } from './shown-text.ts'

type LongTextProps = {
  readonly text: string
  /** Stretches that read like instructions to the model. */
  readonly suspected?: readonly Suspicion[]
  readonly isGrowing?: boolean
}

const mostCharacters = 3000
const none: readonly Suspicion[] = []

export function LongText({ text, suspected = none, isGrowing = false }: LongTextProps) {
  const [isWhole, setIsWhole] = useState(false)
  const isCut = !isWhole && !isGrowing && text.length > mostCharacters
  const shown = isCut ? text.slice(0, mostCharacters) : text
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <div className="code" tabIndex={0} aria-busy={isGrowing || undefined}>
        {stretchesOf(shown, suspected).map(({ text: piece, start, rules }) =>
          rules.length === 0 ? (
            piece
          ) : (
            <mark key={start} title={`Suspicious: ${rules.join(', ')}`}>
              {piece}
            </mark>
          ),
        )}
        {isGrowing && <span className="caret" />}
      </div>
      {isCut && (
        <div>
          <Button mini onClick={() => setIsWhole(true)}>
            Show all {count(text.length)} characters
          </Button>
        </div>
      )}
    </>
  )
}
