/** Something in the place of the next step: a call that the loop is to make, or a result that a step is to have. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toolsQuery } from '../api/tools.ts'
import { Button } from '../ui/button.tsx'
import { ArgumentsField } from './approval-form.tsx'
import { readArguments } from './open-questions.ts'
import type { Controls } from './use-controls.ts'

const ways = { call: 'Call a tool', result: 'Give a result' } as const

type Way = keyof typeof ways

export function OverrideForm({ controls }: { readonly controls: Controls }) {
  const tools = controls.live.log.view.definition?.tools ?? []
  const [way, setWay] = useState<Way>(tools.length > 0 ? 'call' : 'result')
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
      {way === 'call' ? <CallForm controls={controls} tools={tools} /> : <ResultForm controls={controls} />}
    </>
  )
}

function CallForm({ controls, tools }: { readonly controls: Controls; readonly tools: readonly string[] }) {
  const [tool, setTool] = useState(tools[0] ?? '')
  const [written, setText] = useState<string>()
  const { data: known = [] } = useQuery(toolsQuery)
  const text = written ?? argumentsFor(known.find(({ name }) => name === tool)?.input)
  const read = readArguments(text)
  const choose = (name: string) => {
    setTool(name)
    setText(undefined)
  }
  const send = () => {
    if (typeof read === 'string') return
    controls.send({ action: 'override', body: { tool, input: read.value } }, () => controls.open('steer'))
  }
  return (
    <>
      <p className="sm soft">
        The next request to a model is not made: the loop goes on as if it had asked for this call.
      </p>
      <select className="field" aria-label="Tool" value={tool} onChange={(event) => choose(event.target.value)}>
        {tools.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <ArgumentsField text={text} onChange={setText} />
      <QueueButton controls={controls} isReady={typeof read !== 'string' && tool !== ''} onSend={send} />
    </>
  )
}

/** The fields that a tool must be given, empty. */
function argumentsFor(schema: Readonly<Record<string, unknown>> | undefined): string {
  const required = Array.isArray(schema?.['required']) ? (schema['required'] as readonly unknown[]) : []
  return JSON.stringify(Object.fromEntries(required.map((name) => [String(name), ''])), null, 2)
}

function ResultForm({ controls }: { readonly controls: Controls }) {
  const [path, setPath] = useState('')
  const [text, setText] = useState('')
  const { running, view } = controls.live.log
  const held = [...view.questions.values()].filter(({ kind }) => kind === 'question').map((each) => each.path)
  const offered = [...new Set([...held, ...running.all.map((step) => step.path)])]
  const send = () => {
    const body = { result: resultOf(text), ...(path.trim() !== '' && { path: path.trim() }) }
    controls.send({ action: 'override', body }, () => controls.open('steer'))
  }
  return (
    <>
      <p className="sm soft">A step that has not begun is not made: it has this result. A text, or JSON.</p>
      <input
        className="field mono text-[12px]"
        list="steps-to-override"
        value={path}
        aria-label="Path of the step"
        placeholder="The next call, or the path of a step to come"
        onChange={(event) => setPath(event.target.value)}
      />
      <datalist id="steps-to-override">
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
      <QueueButton controls={controls} isReady={text.trim() !== ''} onSend={send} />
    </>
  )
}

/** JSON where it is an object or a list; any other text is a text. */
function resultOf(text: string): unknown {
  const read = /^\s*[[{]/.test(text) ? readArguments(text) : text
  return typeof read === 'string' ? text : read.value
}

type QueueButtonProps = { readonly controls: Controls; readonly isReady: boolean; readonly onSend: () => void }

function QueueButton({ controls, isReady, onSend }: QueueButtonProps) {
  return (
    <div className="row justify-end">
      <Button look="primary" mini icon="override" disabled={!isReady} busy={controls.isSending} onClick={onSend}>
        Queue
      </Button>
    </div>
  )
}
