/** Plans that competed for a wave: what each would have done, its score, and which was taken. */
import { Tag } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { plural } from '../../ui/format.ts'
import { Sideways } from '../../ui/sideways.tsx'
import { StepLink } from '../loop/step-link.tsx'
import type { Contest } from './plan-contests.ts'

type ContestProps = { readonly session: string; readonly contest: Contest }

export function ContestCard({ session, contest: { path, candidates, drawn } }: ContestProps) {
  const others = drawn - candidates.length
  const left = others > 0 ? `, ${others} the same as another or not usable` : ''
  return (
    <Card
      title="Plans that competed"
      sub={`${plural(candidates.length, 'plan')} judged${left}`}
      actions={
        <StepLink session={session} path={path} className="btn ghost mini">
          Judge
        </StepLink>
      }
      flush
    >
      <Sideways label="Plans">
        <table className="t">
          <thead>
            <tr>
              <th scope="col">Plan</th>
              <th scope="col">What it does</th>
              <th scope="col">Calls</th>
              <th scope="col" className="r">
                Score
              </th>
              <th scope="col">Why</th>
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>
            {candidates.map(({ number, action, tools, score, why, isChosen }) => (
              <tr key={number} className={isChosen ? '' : 'muted'}>
                <td>{number}</td>
                <td>{action}</td>
                <td>
                  <code>{tools.join(', ') || 'none'}</code>
                </td>
                <td className="r num">{score === null ? '–' : `${score} of 10`}</td>
                <td>{why}</td>
                <td>
                  <Tag tone={isChosen ? 'ok' : 'idle'} icon={isChosen ? 'check' : 'x'}>
                    {isChosen ? 'taken' : 'not taken'}
                  </Tag>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Sideways>
    </Card>
  )
}
