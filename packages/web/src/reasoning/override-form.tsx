/** Something in the place of the next step: a call that the loop is to make, or a result that a step is to have. */
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { toolsQuery } from '../api/tools.ts'
import type { LiveSession } from '../session/live-session.ts'
import type { Controls } from '../session/use-controls.ts'
import { Button } from '../ui/button.tsx'
import { useDraft } from '../ui/draft.ts'
import { ArgumentsField } from './approval-form.tsx'
import { whenItCalls } from './call-override.ts'
import { draftName } from './left-over.tsx'
import { readArguments } from './open-questions.ts'

const ways = { call: 'Call a tool', result: 'Give a result' } as const

type Way = keyof typeof ways

/** What a person puts in the place of a step: a call or a result. */
export type OverrideBody = Readonly<Record<string, unknown>>

export function OverrideForm({ controls }: { readonly controls: Controls }) {
  const { live, send, open, isSending } = controls
  const onSend = (body: OverrideBody, done: () => void) =>
    send({ action: 'override', body }, () => {
      done()
      open('steer')
    })
  return <OverrideFields live={live} act="Queue" isSending={isSending} onSend={onSend} />
}

type FieldsProps = {
  readonly live: LiveSession
  /** What is changed; a new one when left out. */
  readonly first?: OverrideBody
  readonly act: string
  readonly isSending: boolean
  readonly onSend: (body: OverrideBody, done: () => void) => void
}

/** The same for a new one and for one that is queued. */
export function OverrideFields(props: FieldsProps) {
  const { live, first } = props
  const tools = live.log.view.definition?.tools ?? []
  const isCall = first ? typeof first['tool'] === 'string' : tools.length > 0
  const [way, setWay] = useState<Way>(isCall ? 'call' : 'result')
  return (
    <>
      <fieldset className="seg border-0 m-0 justify-self-start" aria-label="Override by">
        {(Object.keys(ways) as Way[]).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === way}
            disabled={each === 'call' && tools.length === 0}
            onClick={() => setWay(each)}
          >
            {ways[each]}
          </button>
        ))}
      </fieldset>
      {way === 'call' ? <CallForm {...props} tools={tools} /> : <ResultForm {...props} />}
    </>
  )
}

function CallForm({ live, first = {}, tools, onSend, ...button }: FieldsProps & { readonly tools: readonly string[] }) {
  const [tool, setTool] = useState(typeof first['tool'] === 'string' ? first['tool'] : (tools[0] ?? ''))
  const [written, setText] = useState(
    first['input'] === undefined ? undefined : JSON.stringify(first['input'], null, 2),
  )
  const { data: known = [] } = useQuery(toolsQuery)
  const text = written ?? argumentsFor(known.find(({ name }) => name === tool)?.input)
  const read = readArguments(text)
  const choose = (name: string) => {
    setTool(name)
    setText(undefined)
  }
  const send = () => {
    if (typeof read !== 'string') onSend({ tool, input: read.value }, () => setText(undefined))
  }
  return (
    <>
      <p className="sm soft">{whenItCalls(live.log)}</p>
      <select className="field" aria-label="Tool" value={tool} onChange={(event) => choose(event.target.value)}>
        {tools.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <ArgumentsField text={text} onChange={setText} />
      <SendButton {...button} isReady={typeof read !== 'string' && tool !== ''} onSend={send} />
    </>
  )
}

/** The fields that a tool must be given, empty. */
function argumentsFor(schema: Readonly<Record<string, unknown>> | undefined): string {
  const required = Array.isArray(schema?.['required']) ? (schema['required'] as readonly unknown[]) : []
  return JSON.stringify(Object.fromEntries(required.map((name) => [String(name), ''])), null, 2)
}

function ResultForm({ live: { log }, first, onSend, ...button }: FieldsProps) {
  const [path, setPath] = useState(typeof first?.['path'] === 'string' ? first['path'] : '')
  // What is queued already is no draft: it stays as it is until the change is sent.
  const [draft, setDraft] = useDraft(draftName('result', log.id))
  const [changed, setChanged] = useState(resultText(first?.['result']))
  const [text, setText] = first ? [changed, setChanged] : [draft, setDraft]
  const { running, view } = log
  const held = [...view.questions.values()].filter(({ kind }) => kind === 'question').map((each) => each.path)
  const offered = [...new Set([...held, ...running.all.map((step) => step.path)])]
  const list = useId()
  const send = () =>
    onSend({ result: resultOf(text), ...(path.trim() !== '' && { path: path.trim() }) }, () => setText(''))
  return (
    <>
      <p className="sm soft">A step that has not begun is not made: it has this result. A text, or JSON.</p>
      <input
        className="field mono text-[12px]"
        list={list}
        value={path}
        aria-label="Path of the step"
        placeholder="The next call, or the path of a step to come"
        onChange={(event) => setPath(event.target.value)}
      />
      <datalist id={list}>
        {offered.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <textarea
        className="field"
        rows={3}
        value={text}
        aria-label="Result"
        placeholder="What it shall have come to"
        onChange={(event) => setText(event.target.value)}
      />
      <SendButton {...button} isReady={text.trim() !== ''} onSend={send} />
    </>
  )
}

function resultText(result: unknown): string {
  if (result === undefined) return ''
  return typeof result === 'string' ? result : JSON.stringify(result, null, 2)
}

/** JSON where it is an object or a list; any other text is a text. */
function resultOf(text: string): unknown {
  const read = /^\s*[[{]/.test(text) ? readArguments(text) : text
  return typeof read === 'string' ? text : read.value
}

type SendButtonProps = Pick<FieldsProps, 'act' | 'isSending'> & {
  readonly isReady: boolean
  readonly onSend: () => void
}

function SendButton({ act, isSending, isReady, onSend }: SendButtonProps) {
  return (
    <div className="row justify-end">
      <Button look="primary" mini icon="override" disabled={!isReady} busy={isSending} onClick={onSend}>
        {act}
      </Button>
    </div>
  )
}
