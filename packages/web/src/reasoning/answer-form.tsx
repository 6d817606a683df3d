/** What a question is answered with: by its kind, the same in a session and in the inbox. */
import type { Question } from '@gyre/core'
import { type Intervene, useIntervene } from '../api/sessions.ts'
import { ApprovalForm } from './approval-form.tsx'
import { AmountForm, ChoiceForm, TextForm } from './question-forms.tsx'

type AnswerFormProps = {
  readonly session: string
  readonly question: Question
  /** Why the last answer was not taken, where that is known. */
  readonly refused?: string | undefined
  /** Told even when the form is gone by then. */
  readonly onSent?: (sent: Intervene) => void
}

export function AnswerForm({ session, question, refused, onSent }: AnswerFormProps) {
  const intervene = useIntervene(session)
  const { path, kind, choices } = question
  const send = (sent: Intervene) =>
    void intervene.mutateAsync(sent).then(
      () => onSent?.(sent),
      // The form shows why.
      () => undefined,
    )
  const answer = (text: string) => send({ action: 'answer', body: { text, question: path } })
  // What was sent is on its way until the kernel has taken it, or told why it did not.
  const isSent = intervene.isSuccess && refused === undefined
  const given = { isSent, isSending: intervene.isPending, error: intervene.error, onAnswer: answer }
  if (kind === 'approval' || kind === 'fork') {
    return <ApprovalForm {...given} question={question} onSend={send} />
  }
  if (kind === 'budget') return <AmountForm {...given} resource={String(question.data?.['resource'])} />
  if (choices) return <ChoiceForm {...given} choices={choices} name={path} />
  // Of a plan and of the call of a program nobody else can decide.
  return <TextForm {...given} canLeaveIt={kind === 'question' && question.data?.['about'] !== 'plan'} />
}
