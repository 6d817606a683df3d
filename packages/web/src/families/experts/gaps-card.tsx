/** Gaps, and the re-plan that each of them caused. */
import { Badge, Tag } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { plural } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Empty } from '../../ui/states.tsx'
import { StepLink } from '../loop/step-link.tsx'
import type { ExpertsPicture, Gap } from './experts-picture.ts'

type GapsProps = { readonly session: string; readonly picture: ExpertsPicture }

export function GapsCard({ session, picture }: GapsProps) {
  const { gaps, mostRounds, outcome } = picture
  return (
    <Card title="Gaps and the re-plan each caused" flush>
      {gaps.length === 0 ? (
        <Empty title="No gap">{whyNone(mostRounds, outcome !== '')}</Empty>
      ) : (
        <ol className="gaps">
          {gaps.map((gap) => (
            <GapRow key={`${gap.round} ${gap.text}`} session={session} gap={gap} />
          ))}
        </ol>
      )}
    </Card>
  )
}

function whyNone(mostRounds: number, isOver: boolean): string {
  if (mostRounds === 1) return 'Gaps are not looked for: maxAgenticRounds is 0.'
  return isOver ? 'Nothing was found missing.' : 'Nothing has been found missing so far.'
}

const fates = {
  closed: { tone: 'ok', icon: 'check' },
  another: { tone: 'ok', icon: 'check' },
  'still open': { tone: 'wait', icon: 'half' },
  planning: { tone: 'acc', icon: 'gyre' },
} as const

function fateText({ fate, round, replan }: Gap): string {
  if (fate === 'closed') return replan.length === 0 ? 'closed' : `closed in round ${round + 1}`
  if (fate === 'another') return `not named again in round ${round + 1}`
  if (fate === 'planning') return replan.length === 0 ? 'being planned for' : 'being worked on'
  return 'still open'
}

function GapRow({ session, gap }: { readonly session: string; readonly gap: Gap }) {
  const { round, text, type, focus, replan, replanPath, fate } = gap
  const { tone, icon } = fates[fate]
  return (
    <li className="gap">
      <Badge square tone={fate === 'still open' ? 'wait' : 'idle'}>
        Round {round}
      </Badge>
      <div className="min-w-0 wrap-anywhere">
        <b className="m5 whitespace-pre-line">{text}</b>
        <div className="sm muted">
          {type}
          {focus !== '' && `; next: ${focus}`}
        </div>
      </div>
      <span className="to">
        <Icon name="arrow" />
      </span>
      <div className="min-w-0 wrap-anywhere">
        {replan.length > 0 && (
          <div className="m5">
            <StepLink session={session} path={replanPath}>
              Re-plan: {plural(replan.length, 'task')}
            </StepLink>
          </div>
        )}
        <ul className="sm soft">
          {replan.map(({ id, category, question, supersedes }) => (
            <li key={id}>
              {category}: {question}
              {supersedes !== '' && (
                <>
                  {' '}
                  (supersedes <code>{supersedes}</code>)
                </>
              )}
            </li>
          ))}
        </ul>
        {replan.length === 0 && fate === 'still open' && (
          <div className="sm soft">Nothing more was planned for it.</div>
        )}
        <Tag tone={tone} icon={icon} spins={fate === 'planning'}>
          {fateText(gap)}
        </Tag>
      </div>
    </li>
  )
}
