/** The prompt exactly as it was sent. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SessionLog, Step } from '../../session/session-log.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { plural } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Loaded } from '../../ui/states.tsx'
import { additionIn, foldPrompt, type PromptMessage, partText, promptText } from '../prompt-folding.ts'
import { promptQuery } from '../steps-queries.ts'
import { LongText } from './long-text.tsx'
import { PromptUsed } from './prompt-used.tsx'

type PromptSectionProps = {
  readonly log: SessionLog
  readonly step: Step
  readonly onSelect: (path: string) => void
}

export function PromptSection({ log, step, onSelect }: PromptSectionProps) {
  const session = log.id
  const { parent } = (step.fact.data['request'] ?? {}) as { readonly parent?: string }
  const prompt = useQuery(promptQuery(session, step.path))
  const before = useQuery({ ...promptQuery(session, parent ?? ''), enabled: parent !== undefined })
  return (
    <section>
      <h3>
        Prompt <span className="muted">as sent</span>
        <span className="sp" />
        {prompt.data && <CopyButton text={promptText(prompt.data)} label="Copy prompt" />}
      </h3>
      {prompt.data && <PromptUsed key={step.path} log={log} step={step} messages={prompt.data} />}
      <Loaded query={prompt}>
        {(messages) => (
          <Messages
            key={step.path}
            messages={messages}
            before={parent === undefined ? undefined : before.data}
            parent={parent ?? ''}
            onSelect={onSelect}
          />
        )}
      </Loaded>
    </section>
  )
}

type MessagesProps = {
  readonly messages: readonly PromptMessage[]
  readonly before: readonly PromptMessage[] | undefined
  readonly parent: string
  readonly onSelect: (path: string) => void
}

function Messages({ messages, before, parent, onSelect }: MessagesProps) {
  const { same, added } = foldPrompt(messages, before)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="msgx">
      {same.length > 0 && (
        <div className="fold">
          <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            <Icon name={isOpen ? 'down' : 'right'} small /> {plural(same.length, 'message')}, same bytes as
          </button>{' '}
          <button type="button" className="step-link" onClick={() => onSelect(parent)} title={parent}>
            {parent.slice(parent.lastIndexOf('/') + 1)}
          </button>
        </div>
      )}
      {[...(isOpen ? same : []), ...added].map((message, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a prompt does not change, and may hold the same message twice.
        <Message key={at} message={message} />
      ))}
    </div>
  )
}

const additions = { guidance: ', added by a person as guidance', context: ', added by a person as context' } as const

function Message({ message }: { readonly message: PromptMessage }) {
  const addition = additionIn(message)
  const [first] = message.parts
  const tool = first?.type === 'tool-result' ? `, ${String(first['tool'])}` : ''
  return (
    <div>
      <span className="role">
        {message.role}
        {tool}
        {addition && additions[addition]}
      </span>
      {message.parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        <Part key={at} text={partText(part)} type={part.type} isAdded={addition !== undefined} />
      ))}
    </div>
  )
}

type PartProps = { readonly text: string; readonly type: string; readonly isAdded: boolean }

function Part({ text, type, isAdded }: PartProps) {
  const label =
    type === 'text' || type === 'tool-result' ? null : <span className="role">{type.replace('-', ' ')}</span>
  return (
    <>
      {label}
      {isAdded ? <mark>{text}</mark> : <LongText text={text} />}
    </>
  )
}
