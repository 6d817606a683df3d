/** The thought that is chosen: whole, with what the judge says of it, and what can be done with it. */
import { useMay } from '../../api/me.ts'
import { Tag } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { plural } from '../../ui/format.ts'
import { StepLink } from '../loop/step-link.tsx'
import { mayBeExplored, scoreText, thoughtLooks } from './thought-look.ts'
import type { Thought } from './tree-picture.ts'

type DetailsProps = {
  readonly thought: Thought
  readonly thoughts: readonly Thought[]
  readonly session: string
  readonly onExplore: (thought: Thought) => void
}

export function ThoughtDetails({ thought, thoughts, session, onExplore }: DetailsProps) {
  const { key, text, score, state, why, visits, mergedWith } = thought
  const { word, tone, icon } = thoughtLooks[state]
  const twin = thoughts.find((each) => each.key === mergedWith)
  const mayFork = useMay('user')
  return (
    <section className="thought-details" aria-label="The chosen thought">
      <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
      <p className="row wrap sm">
        <Tag tone={tone} icon={icon} spins={state === 'thinking'}>
          {word}
        </Tag>
        {score !== null && <span className="num">{scoreText(score)} of 10</span>}
        {visits > 0 && <span className="muted num">{plural(visits, 'visit')}</span>}
        <StepLink session={session} path={key}>
          Step {key}
        </StepLink>
      </p>
      {why !== '' && <p className="sm soft wrap-anywhere">{why}</p>}
      {twin && <p className="sm hold">The same as “{twin.text}”: scored and gone on from there.</p>}
      {mayBeExplored(thought) && (
        <p className="row wrap">
          <Button
            mini
            icon="fork"
            keys="F"
            disabled={!mayFork}
            title={mayFork ? undefined : 'Viewers cannot fork sessions.'}
            onClick={() => onExplore(thought)}
          >
            Explore this instead
          </Button>
        </p>
      )}
    </section>
  )
}
