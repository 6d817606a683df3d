/** Ways to answer: one of some choices, in one's own words, with an amount. */
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useMay } from '../api/me.ts'
import { resourceWord } from '../session/question-words.ts'
import { Button } from '../ui/button.tsx'
import { count, money } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Failure } from '../ui/states.tsx'
import { offeredAmounts } from './open-questions.ts'

export type AnswerProps = {
  readonly onAnswer: (text: string) => void
  readonly isSending: boolean
  readonly isSent: boolean
  readonly error: unknown
}

type FormProps = Pick<AnswerProps, 'isSending' | 'isSent' | 'error'> & {
  readonly canSend: boolean
  readonly send: () => void
  readonly act: string
  /** Further ways to answer, beside the first. */
  readonly others?: ReactNode
  readonly children: ReactNode
}

/** The frame of an answer: its fields, the button that sends them, and what became of it. */
export function Answering({ isSending, isSent, error, canSend, send, act, others, children }: FormProps) {
  const may = useMay('user')
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (may && canSend && !isSending) send()
  }
  if (isSent) return <Sent />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the fields in it.
    <div className="grid gap-2.5" onKeyDown={onKeyDown}>
      <fieldset className="grid gap-2.5 min-w-0 border-0 p-0 m-0" disabled={!may || isSending}>
        {children}
      </fieldset>
      {error !== null && <Failure error={error} doing="Answering" />}
      <div className="row">
        <Button
          look="primary"
          className="flex-1"
          keys="Ctrl+Enter"
          busy={isSending}
          disabled={!may || !canSend}
          onClick={send}
        >
          {act}
        </Button>
        {others}
      </div>
      {!may && <p className="xs muted">Viewers cannot answer. Ask for a key with the role user.</p>}
    </div>
  )
}

function Sent() {
  return (
    <p className="sm soft row" role="status">
      <Icon name="clock" />
      Your answer is sent. It is taken as soon as the session looks.
    </p>
  )
}

type ChoiceFormProps = AnswerProps & { readonly choices: readonly string[]; readonly name: string }

export function ChoiceForm({ choices, name, onAnswer, ...sending }: ChoiceFormProps) {
  const [chosen, setChosen] = useState<string>()
  return (
    <Answering
      {...sending}
      act="Answer"
      canSend={chosen !== undefined}
      send={() => chosen !== undefined && onAnswer(chosen)}
    >
      <div className="grid gap-1.5" role="radiogroup" aria-label="Choices">
        {choices.map((choice) => (
          <label key={choice} className="radio">
            <input type="radio" name={name} checked={chosen === choice} onChange={() => setChosen(choice)} />
            {choice}
          </label>
        ))}
      </div>
    </Answering>
  )
}

const leftToIt = 'Decide for yourself, and say what you assumed.'

type TextFormProps = AnswerProps & {
  /** Whether the session may decide it without a person. */
  readonly canLeaveIt: boolean
}

export function TextForm({ onAnswer, canLeaveIt, ...sending }: TextFormProps) {
  const [text, setText] = useState('')
  const may = useMay('user')
  const leaveIt = canLeaveIt && (
    <Button disabled={!may || sending.isSending} title={`Answers: ${leftToIt}`} onClick={() => onAnswer(leftToIt)}>
      Let it decide
    </Button>
  )
  const send = () => onAnswer(text.trim())
  return (
    <Answering {...sending} act="Answer" canSend={text.trim() !== ''} send={send} others={leaveIt}>
      <textarea
        className="field"
        rows={2}
        value={text}
        aria-label="Your answer"
        placeholder="In your own words"
        onChange={(event) => setText(event.target.value)}
      />
    </Answering>
  )
}

/** More of what is spent, or an end with what there is. */
export function AmountForm({ resource, onAnswer, ...sending }: AnswerProps & { readonly resource: string }) {
  const [amount, setAmount] = useState('')
  const isAmount = Number.isFinite(Number(amount)) && Number(amount) > 0
  const word = resourceWord(resource)
  const finish = (
    <Button icon="flag" onClick={() => onAnswer('finish')} disabled={sending.isSending}>
      Finish
    </Button>
  )
  return (
    <Answering {...sending} act="Grant more" canSend={isAmount} send={() => onAnswer(amount)} others={finish}>
      <div className="row wrap">
        {offeredAmounts(resource).map((each) => (
          <Button key={each} mini aria-pressed={Number(amount) === each} onClick={() => setAmount(String(each))}>
            {resource === 'costUsd' ? money(each) : count(each)}
          </Button>
        ))}
      </div>
      <label className="sm soft grid gap-1">
        {`How many more ${word}`}
        <input
          className="field"
          inputMode="decimal"
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
        />
      </label>
    </Answering>
  )
}
