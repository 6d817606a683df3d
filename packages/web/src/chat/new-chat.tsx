/** The beginning of a conversation: who can be asked, and what for. */
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Avatar } from './avatar.tsx'
import type { Choice } from './choices.ts'
import { Composer } from './composer.tsx'
import { useChoice } from './use-choice.ts'
import { useSending } from './use-sending.ts'

type NewChatProps = {
  /** As a link says: whom to ask, and for what. */
  readonly wanted?: string | undefined
  readonly goal?: string | undefined
}

export function NewChat({ wanted, goal }: NewChatProps) {
  const choosing = useChoice(wanted)
  const sending = useSending({})
  const [example, setExample] = useState<string | undefined>(goal)
  const { chosen } = choosing
  return (
    <>
      <div className="chat new">
        <section className="log" aria-label="New conversation">
          <div className="thread">
            <div className="start">
              <h2>What do you want done?</h2>
              <p className="soft">
                Pick who works on it and send. You see each step, and can steer, pause or finish it at any time.
              </p>
              {chosen && <About choice={chosen} onTry={setExample} />}
            </div>
          </div>
        </section>
      </div>
      <Composer
        key={example ?? ''}
        draftOf="new"
        first={example ?? ''}
        mode={{ kind: 'send' }}
        choosing={choosing}
        sending={sending}
        autoFocus
      />
    </>
  )
}

/** Who is picked: what they do, what for, and with how many calls. */
function About({ choice, onTry }: { readonly choice: Choice; readonly onTry: (goal: string) => void }) {
  const { name, kind, loop, line, bestFor, calls, example } = choice
  return (
    <Card>
      <div className="grid gap-2">
        <p className="row">
          <Avatar name={name} loop={loop} />
          <b>{name}</b>
          <span className="muted sm">{kind === 'persona' ? `a persona of the loop ${loop}` : 'a loop'}</span>
        </p>
        <p>{line}</p>
        <dl className="kv">
          <dt>Best for</dt>
          <dd>{bestFor}</dd>
          {calls !== null && (
            <>
              <dt>Takes</dt>
              <dd>{calls}</dd>
            </>
          )}
        </dl>
        {example !== null && (
          <Button mini icon="edit" className="justify-self-start example" onClick={() => onTry(example)}>
            <span className="trunc">Try: {example}</span>
          </Button>
        )}
      </div>
    </Card>
  )
}
