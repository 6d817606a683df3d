/** What was thought on the way: folded away, as most only want the answer. */
import { useState } from 'react'
import type { LiveSession } from '../session/live-session.ts'
import { plural } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { thoughtsOf } from './answer-picture.ts'

type ThoughtsProps = { readonly live: LiveSession; readonly answer: string | undefined }

export function Thoughts({ live, answer }: ThoughtsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const thoughts = thoughtsOf(live.log, answer)
  if (thoughts.length === 0) return null
  return (
    <details className="thoughts" open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <Icon name="think" small />
        {plural(thoughts.length, 'thought')} on the way
        <Icon name={isOpen ? 'down' : 'right'} small />
      </summary>
      {isOpen && (
        <ol>
          {thoughts.map(({ path, name, text }) => (
            <li key={path}>
              <b className="mono xs">{name}</b>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      )}
    </details>
  )
}
