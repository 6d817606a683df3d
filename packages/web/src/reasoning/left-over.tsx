/** What was written for a session and not sent before it ended: it is offered back. */
import { Link } from '@tanstack/react-router'
import { endedBefore } from '../session/unsent.ts'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/copy-text.ts'
import { useDraft } from '../ui/draft.ts'
import { Icon } from '../ui/icon.tsx'

const forms = ['steer', 'context', 'result'] as const

/** What is being written in a form of a session is kept under this name. */
export function draftName(form: (typeof forms)[number], session: string): string {
  return `${form}:${session}`
}

export function LeftOver({ session }: { readonly session: string }) {
  return forms.map((form) => <LeftText key={form} name={draftName(form, session)} />)
}

function LeftText({ name }: { readonly name: string }) {
  const [text, setText] = useDraft(name)
  if (text.trim() === '') return null
  return (
    <div className="grid gap-1.5">
      <p className="sm soft">{endedBefore}</p>
      <p className="wrap-anywhere whitespace-pre-wrap">“{text.trim()}”</p>
      <div className="row wrap">
        <TakeBack text={text.trim()} />
        <Button look="ghost" mini onClick={() => setText('')}>
          Discard
        </Button>
      </div>
    </div>
  )
}

/** What can be done with a text that a session did not get. */
export function TakeBack({ text }: { readonly text: string }) {
  return (
    <>
      <Button mini icon="copy" onClick={() => void copyText(text)}>
        Copy
      </Button>
      <Link className="btn mini" to="/chat" search={{ goal: text }}>
        <Icon name="play" />
        Run it as a new goal
      </Link>
    </>
  )
}
