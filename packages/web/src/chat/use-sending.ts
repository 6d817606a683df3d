/** What becomes of a message: a new session, guidance for the one that runs, or the answer that it waits for. */
import type { Question } from '@gyre/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Intervene, useIntervene } from '../api/sessions.ts'
import { type StartBody, type Started, useStart } from '../api/start.ts'
import { type Attachment, asTaskFile } from './attachments.ts'
import type { Choice } from './choices.ts'
import { expectFocus } from './composer-focus.ts'
import { fittingAnswer } from './composer-mode.ts'
import { SentKeys } from './sent-keys.ts'
import { type Turn, threadQuery } from './thread-query.ts'
import { withTurn } from './with-turn.ts'

export type Outgoing = {
  readonly text: string
  readonly files: readonly Attachment[]
  readonly choice: Choice
}

export type Sending = {
  readonly send: (message: Outgoing) => Promise<void>
  /** Answers what the session that runs asks. */
  readonly answer: (message: Outgoing, question: Question) => Promise<void>
  /** Ends what runs, and starts anew with the message. */
  readonly interrupt: (message: Outgoing) => Promise<void>
  readonly isSending: boolean
  readonly error: unknown
}

type Place = {
  /** The conversation; a new one when left out. */
  readonly thread?: string | undefined
  /** The session that runs in it, if one does. */
  readonly running?: string | undefined
}

type Job = {
  readonly message: Outgoing
  /** What it answers. */
  readonly question?: Question
  readonly isInterrupting?: boolean
}

export function useSending({ thread, running }: Place): Sending {
  const start = useStart()
  const intervene = useIntervene(running ?? '')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [keys] = useState(() => new SentKeys())

  const begin = async ({ text, files, choice }: Outgoing) => {
    const body = {
      goal: text,
      files: files.map(asTaskFile),
      ...namedBy(choice),
      ...(thread !== undefined && { thread }),
    }
    const started = await start.mutateAsync(body)
    const { queryKey } = threadQuery(started.thread)
    queries.setQueryData(queryKey, (known) => withTurn(known, turnOf(started, { text, choice })))
    if (thread === undefined) expectFocus()
    await navigate({ to: '/chat/$thread', params: { thread: started.thread } })
  }
  const addFiles = async (files: Outgoing['files']) => {
    for (const file of files) {
      const { name, mediaType, data } = file
      const body = { file: { name, mediaType, data } }
      await intervene.mutateAsync({ action: 'context', body, key: keys.ofFile(file) })
    }
  }
  const say = async (sent: Intervene) => {
    await intervene.mutateAsync({ ...sent, key: keys.ofWords(JSON.stringify(sent)) })
    keys.wordsArrived()
  }
  const guide = async ({ text, files }: Outgoing) => {
    await addFiles(files)
    if (text !== '') await say({ action: 'steer', body: { text } })
  }
  const reply = async ({ text, files }: Outgoing, question: Question) => {
    const answer = fittingAnswer(text, question)
    await addFiles(files)
    await say({ action: 'answer', body: { text: answer, question: question.path } })
  }
  const job = useMutation({
    mutationFn: async ({ message, question, isInterrupting = false }: Job) => {
      if (question) return reply(message, question)
      if (running !== undefined && !isInterrupting) return guide(message)
      if (running !== undefined) await intervene.mutateAsync({ action: 'abort' })
      return begin(message)
    },
  })
  return {
    send: (message) => job.mutateAsync({ message }),
    answer: (message, question) => job.mutateAsync({ message, question }),
    interrupt: (message) => job.mutateAsync({ message, isInterrupting: true }),
    isSending: job.isPending,
    error: job.error,
  }
}

/** As the conversation will tell it. */
function turnOf({ id, status, thread }: Started, { text, choice }: Pick<Outgoing, 'text' | 'choice'>): Turn {
  const now = new Date().toISOString()
  const persona = choice.kind === 'persona' ? choice.name : null
  const open = { state: 'queued', outcome: null, usage: null, answer: null, arm: null } as const
  const said = { title: text, goal: text, createdAt: now, updatedAt: now }
  return { id, status, thread, loop: choice.loop, persona, ...open, ...said }
}

/** A persona or a loop by its name, as a request has it. */
export function namedBy({ kind, name }: Choice): Pick<StartBody, 'persona' | 'loop'> {
  return kind === 'persona' ? { persona: name } : { loop: name }
}
