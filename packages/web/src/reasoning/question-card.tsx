/** What a session waits for people with: the first thing on the page, on every width. */
import type { Question } from '@gyre/core'
import { type ReactNode, useId } from 'react'
import type { LiveSession } from '../session/live-session.ts'
import { plainQuestion, questionParts } from '../session/question-words.ts'
import { duration, plural } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Markdown } from '../ui/markdown.tsx'
import { useNow } from '../ui/use-now.ts'
import { WithCode } from '../ui/with-code.tsx'
import { AnswerForm } from './answer-form.tsx'
import { type OpenQuestion, openQuestions } from './open-questions.ts'

/** Every open question of a session, oldest first; nothing when there is none. */
export function QuestionCards({ live }: { readonly live: LiveSession }) {
  return openQuestions(live.log).map((open) => (
    <QuestionCard key={`${open.question.path} ${open.askedAt}`} session={live.log.id} open={open} />
  ))
}

function QuestionCard({ session, open }: { readonly session: string; readonly open: OpenQuestion }) {
  const heading = useId()
  const { question, refused } = open
  const { before, asked } = questionParts(question)
  return (
    <section className="q-card" aria-labelledby={heading}>
      <header>
        <Icon name="ask" />
        {headings[question.kind]}
        <span className="sp" />
        <Waited since={open.askedAt} />
      </header>
      <div>
        {before !== '' && <Markdown text={before} />}
        <h2
          id={heading}
          className={asked.includes('\n') ? `${looks} leading-[1.5] font-normal` : `${looks} leading-[1.35]`}
        >
          <WithCode text={asked} />
        </h2>
        {/* Told once: what changes in the card is not told again. */}
        <p className="vh" role="alert">
          {`${headings[question.kind]}: ${plainQuestion(question)}`}
        </p>
        <WhyItMatters open={open} />
        {refused !== undefined && (
          <p className="note bad" role="alert">
            <Icon name="alert" />
            <span>Your answer was not taken: {refused}</span>
          </p>
        )}
        <AnswerForm session={session} question={question} refused={refused} />
      </div>
    </section>
  )
}

/** Several lines in bold are harder to read than in plain letters. */
const looks = 'text-[14px] wrap-anywhere whitespace-pre-wrap'

const headings: Readonly<Record<Question['kind'], string>> = {
  question: 'Waiting for you',
  approval: 'Asks for your approval',
  uncertain: 'Nobody knows whether this happened',
  budget: 'A limit is reached',
  fork: 'Asks before it repeats something',
  tool: 'Waits for the program that began it',
}

function Waited({ since }: { readonly since: number }) {
  const now = useNow()
  return (
    <span className="num font-medium" title="Since it was asked">
      {duration(Math.max(0, now - since))}
    </span>
  )
}

function WhyItMatters({ open }: { readonly open: OpenQuestion }) {
  const { question, neededBy, goingOn } = open
  const lines: ReactNode[] = []
  if (neededBy.length > 0) lines.push(`Needed by ${neededBy.join(', ')}.`)
  if (question.data?.['about'] === 'plan') lines.push('It is about the plan. Changing the plan answers it as well.')
  if (question.kind === 'tool') lines.push('Whoever began the session runs this call; any text is its result.')
  lines.push(
    goingOn === 0 ? 'Nothing else goes on until then.' : `${plural(goingOn, 'other step')} going on meanwhile.`,
  )
  return <p className="sm soft">{lines.join(' ')}</p>
}
