/** Several chains of thought, what each came to, and how many came to the same. */
import { Badge, Tag } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { plural } from '../../ui/format.ts'
import { LongText } from '../loop/long-text.tsx'
import { StepLink } from '../loop/step-link.tsx'
import type { AnswerPicture, Sample, Vote } from './answer-picture.ts'

type SamplesProps = { readonly picture: AnswerPicture; readonly session: string }

export function SamplesCard({ picture: { samples, votes, isOver }, session }: SamplesProps) {
  const done = samples.filter(({ state }) => state === 'finished').length
  const [leader] = votes
  return (
    <Card
      title="Chains and their vote"
      sub={`${done} of ${plural(samples.length, 'chain')} done`}
      actions={leader && <Badge tone="ok" icon="done">{`${plural(leader.votes, 'vote')} of ${samples.length}`}</Badge>}
      flush
    >
      {votes.length > 0 && <Votes votes={votes} of={samples.length} />}
      <table className="t chains">
        <thead>
          <tr>
            <th scope="col">Chain</th>
            <th scope="col">Thought</th>
            <th scope="col">Came to</th>
          </tr>
        </thead>
        <tbody>
          {samples.map((sample) => (
            <tr key={sample.path} className={sample.voiceless === null ? '' : 'left-out'}>
              <td className="num">
                <StepLink session={session} path={sample.state === 'not-made' ? null : sample.path}>
                  {sample.number}
                </StepLink>
              </td>
              <td>
                <LongText text={sample.thought} most={200} of={`the thought of chain ${sample.number}`} />
              </td>
              <td>
                <Outcome sample={sample} isOver={isOver} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function Outcome({ sample, isOver }: { readonly sample: Sample; readonly isOver: boolean }) {
  const { state, answer, voiceless, isLeading, number } = sample
  if (state === 'running') {
    return (
      <Tag tone="acc" icon="gyre" spins>
        under way
      </Tag>
    )
  }
  if (voiceless !== null)
    return <Tag tone={state === 'failed' ? 'bad' : 'idle'} icon="failed">{`no vote: ${voiceless}`}</Tag>
  if (state === 'not-made') return <Tag icon="ring">{isOver ? 'not made' : 'next'}</Tag>
  return (
    <>
      <LongText text={answer} most={160} of={`the answer of chain ${number}`} />{' '}
      {isLeading && (
        <Tag tone="ok" icon="check">
          leads
        </Tag>
      )}
    </>
  )
}

function Votes({ votes, of }: { readonly votes: readonly Vote[]; readonly of: number }) {
  return (
    <ul className="votes" aria-label="Votes">
      {votes.map(({ answer, votes: count }, index) => (
        <li key={answer}>
          <span className="trunc">{answer}</span>
          <span className="bar" aria-hidden="true">
            <i className={index === 0 ? 'u' : 'p'} style={{ width: `${(count / of) * 100}%` }} />
          </span>
          <span className="num">
            {count} of {of}
          </span>
        </li>
      ))}
    </ul>
  )
}
