/** Trying a text of a prompt: sample values for its placeholders, and one real reply. */
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useMay } from '../../api/me.ts'
import { modelsQuery } from '../../api/models.ts'
import { type Prompt, useTryPrompt } from '../../api/prompts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Failure } from '../../ui/states.tsx'
import { ReplyLine } from '../models/model-reply.tsx'

type PromptTryProps = {
  readonly prompt: Prompt
  readonly text: string
  /** Why it cannot be tried. */
  readonly reason: string | undefined
}

export function PromptTry({ prompt, text, reason }: PromptTryProps) {
  const { id, name, placeholders } = prompt
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [message, setMessage] = useState(name === 'system' ? 'What is 17 * 6 + 14?' : '')
  const [model, setModel] = useState('')
  const attempt = useTryPrompt(id)
  const mayTry = useMay('admin')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const filled = Object.fromEntries(placeholders.map((each) => [each, values[each] ?? '']))
    const more = { ...(message.trim() !== '' && { message }), ...(model.trim() !== '' && { model: model.trim() }) }
    attempt.mutate({ text, values: filled, ...more })
  }
  return (
    <Card title="Try it" sub="a real request; nothing is saved">
      <form className="grid gap-3" onSubmit={submit}>
        <div className="form-grid">
          {placeholders.map((each) => (
            <label key={each} className="labelled">
              <code>{`{${each}}`}</code>
              <textarea
                className="field"
                rows={2}
                value={values[each] ?? ''}
                onChange={({ target }) => setValues({ ...values, [each]: target.value })}
              />
            </label>
          ))}
          <label className="labelled">
            Message after it
            <textarea className="field" rows={2} value={message} onChange={({ target }) => setMessage(target.value)} />
            <small>With one, the prompt is the system message; without, it is what the person says.</small>
          </label>
          <ModelChoice value={model} onChange={setModel} />
        </div>
        <div className="row wrap">
          <Button type="submit" icon="play" busy={attempt.isPending} disabled={!mayTry || reason !== undefined}>
            Ask once
          </Button>
          <span className="sm muted">{mayTry ? reason : 'For administrators.'}</span>
        </div>
      </form>
      {attempt.error && <Failure error={attempt.error} doing="Trying the prompt" />}
      {attempt.data && <Tried tried={attempt.data} />}
    </Card>
  )
}

type TriedProps = { readonly tried: NonNullable<ReturnType<typeof useTryPrompt>['data']> }

/** What was sent, and what came back. */
function Tried({ tried: { messages, reply } }: TriedProps) {
  return (
    <div className="grid gap-3 mt-4">
      {messages.map(({ role, text }) => (
        <div key={role} className="grid gap-1">
          <span className="xs muted">sent as {role}</span>
          <pre className="code">{text}</pre>
        </div>
      ))}
      <ReplyLine reply={reply} isBrief />
      {reply.ok && (
        <div className="grid gap-1">
          <span className="xs muted">reply of {reply.model}</span>
          <pre className="code">{reply.text}</pre>
        </div>
      )}
    </div>
  )
}

function ModelChoice({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  const list = useId()
  const overview = useQuery(modelsQuery).data
  const names = (overview?.models ?? []).filter(({ fault }) => fault === null).map(({ name }) => name)
  return (
    <label className="labelled">
      Model
      <input
        className="field"
        list={list}
        placeholder={overview?.default.name ?? 'default'}
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={list}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </label>
  )
}
