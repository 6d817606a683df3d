/** Whether a tool may run: its name, what it does to the world, and its arguments, which can be changed. */
import type { Json, Question } from '@gyre/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useMay } from '../api/me.ts'
import type { Intervene } from '../api/sessions.ts'
import { toolsQuery } from '../api/tools.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { readArguments } from './open-questions.ts'
import { Answering, type AnswerProps } from './question-forms.tsx'

type ApprovalFormProps = AnswerProps & {
  readonly question: Question
  readonly onSend: (sent: Intervene) => void
}

export function ApprovalForm({ question, onSend, onAnswer: _, ...sending }: ApprovalFormProps) {
  const { path, kind, data } = question
  const may = useMay('user')
  const given = JSON.stringify(data?.['input'] ?? {}, null, 2)
  const [text, setText] = useState(given)
  const [reason, setReason] = useState('')
  const read = readArguments(text)
  const approve = () => {
    if (typeof read === 'string') return
    // A fork repeats a call as it was, or not at all.
    const input = kind === 'approval' && text !== given ? { input: read.value as Json } : {}
    onSend({ action: 'approve', body: { ...input, question: path } })
  }
  const why = reason.trim() === '' ? {} : { reason: reason.trim() }
  const reject = (
    <Button
      icon="x"
      disabled={!may || sending.isSending}
      onClick={() => onSend({ action: 'reject', body: { ...why, question: path } })}
    >
      Reject
    </Button>
  )
  return (
    <Answering {...sending} act="Approve" canSend={typeof read !== 'string'} send={approve} others={reject}>
      <Risk tool={String(data?.['tool'])} />
      <ArgumentsField text={text} onChange={setText} isFixed={kind === 'fork'} />
      <input
        className="field"
        value={reason}
        aria-label="Why it is rejected"
        placeholder="If you reject it: why, for the model"
        onChange={(event) => setReason(event.target.value)}
      />
    </Answering>
  )
}

type ArgumentsFieldProps = {
  readonly text: string
  readonly onChange: (text: string) => void
  readonly isFixed?: boolean
}

/** Arguments as JSON; what is no JSON is told below. */
export function ArgumentsField({ text, onChange, isFixed = false }: ArgumentsFieldProps) {
  const fault = useId()
  const read = readArguments(text)
  const isWrong = typeof read === 'string'
  return (
    <label className="sm soft grid gap-1">
      {isFixed ? 'Arguments' : 'Arguments, which you may change'}
      <textarea
        className="field mono text-[12px]"
        rows={Math.min(12, text.split('\n').length + 1)}
        value={text}
        readOnly={isFixed}
        spellCheck={false}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? fault : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {isWrong && (
        <span id={fault} className="bad xs">
          {read}
        </span>
      )}
    </label>
  )
}

const effects: Readonly<Record<string, string>> = {
  pure: 'changes nothing',
  idempotent: 'may change something; doing it twice is the same as once',
  once: 'may change something; must not be repeated',
}

/** What the call does to the world, as far as the server knows its tool. */
function Risk({ tool }: { readonly tool: string }) {
  const { data = [] } = useQuery(toolsQuery)
  const known = data.find(({ name }) => name === tool)
  if (!known) return null
  const isHarmless = known.effect === 'pure'
  return (
    <p className="row wrap sm soft">
      <Badge tone={isHarmless ? 'idle' : 'wait'} icon={isHarmless ? 'eye' : 'alert'}>
        {effects[known.effect] ?? known.effect}
      </Badge>
      {known.permissions.length > 0 && (
        <span>
          Needs <code>{known.permissions.join(' ')}</code>
        </span>
      )}
    </p>
  )
}
