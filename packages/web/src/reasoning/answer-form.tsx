/** What a question is answered with: by its kind, the same in a session and in the inbox. */
import type { Question } from '@gyre/core'
import { useIntervene } from '../api/sessions.ts'
import { ApprovalForm } from './approval-form.tsx'
import { AmountForm, ChoiceForm, TextForm } from './question-forms.tsx'

type AnswerFormProps = {
  readonly session: string
  readonly question: Question
  /** Why the last answer was not taken, where that is known. */
  readonly refused?: string | undefined
}

export function AnswerForm({ session, question, refused }: AnswerFormProps) {
  const intervene = useIntervene(session)
  const { path, kind, choices } = question
  const answer = (text: string) => intervene.mutate({ action: 'answer', body: { text, question: path } })
  // What was sent is on its way until the kernel has taken it, or told why it did not.
  const isSent = intervene.isSuccess && refused === undefined
  const given = { isSent, isSending: intervene.isPending, error: intervene.error, onAnswer: answer }
  if (kind === 'approval' || kind === 'fork') {
    return <ApprovalForm {...given} question={question} onSend={(sent) => intervene.mutate(sent)} />
  }
  if (kind === 'budget') return <AmountForm {...given} resource={String(question.data?.['resource'])} />
  return choices ? <ChoiceForm {...given} choices={choices} name={path} /> : <TextForm {...given} />
}
